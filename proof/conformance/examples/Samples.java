/** Strings that Modified UTF-8 writes otherwise than UTF-8 does. */
class Samples {
    static final String[] STRINGS = {
        "placemat", "na\u00efve \u20ac", "\0 in the middle \0", "\ud83d\udca9", "a lone \ud83d half",
        "\udca9\ud83d the wrong way round", "\u05e9\u05dc\u05d5\u05dd \u65e5\u672c\u8a9e",
    };
}
