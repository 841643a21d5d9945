import java.nio.charset.StandardCharsets;

/**
 * Decodes strings of bytes as UTF-8, with the replacement of the Java runtime, and prints a hash of the results
 * for each length and first byte: all strings of one to three bytes, and those of four bytes of the argument,
 * which is in hexadecimal.
 */
public final class Decode {
    private static long hash;

    private static void add(byte[] input) {
        byte[] text = new String(input, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
        for (byte unit : text) {
            hash = (hash ^ (unit & 0xFF)) * 0x100000001B3L;
        }
        hash = (hash ^ 0xFF) * 0x100000001B3L; // FF is in no text
    }

    private static void walk(byte[] input, int at, int[] bytes) {
        if (at == input.length) {
            add(input);
            return;
        }
        for (int unit : bytes) {
            input[at] = (byte) unit;
            walk(input, at + 1, bytes);
        }
    }

    public static void main(String[] arguments) {
        int[] all = java.util.stream.IntStream.range(0, 256).toArray();
        int[] some = new int[arguments[0].length() / 2];
        for (int k = 0; k < some.length; k++) {
            some[k] = Integer.parseInt(arguments[0], 2 * k, 2 * k + 2, 16);
        }
        for (int length = 1; length <= 4; length++) {
            int[] bytes = length < 4 ? all : some;
            for (int first : bytes) {
                hash = 0xCBF29CE484222325L;
                byte[] input = new byte[length];
                input[0] = (byte) first;
                walk(input, 1, bytes);
                System.out.printf("%d %02X %016x%n", length, first, hash);
            }
        }
    }
}
