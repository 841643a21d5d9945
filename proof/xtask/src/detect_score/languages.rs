//! Texts in twelve languages, assembled from words and sentences that were written for this purpose.

use placemat_random::SplitMix;

/// A language.
pub(super) struct Language {
    pub(super) name: &'static str,
    words: &'static str,
    /// The text between words, the text that ends a sentence, and whether sentences begin with a capital
    /// letter.
    space: &'static str,
    stop: &'static str,
    capitals: bool,
}

/// Characters beyond U+FFFF, for texts that have some.
const SUPPLEMENTARY: [char; 6] = ['😀', '💩', '🎉', '🚀', '𝒳', '🐻'];

const fn western(name: &'static str, words: &'static str) -> Language {
    Language { name, words, space: " ", stop: ". ", capitals: true }
}

pub(super) const LANGUAGES: [Language; 12] = [
    western(
        "English",
        "the a house river morning letter of and with under window walked quietly found old paper to in light \
         evening garden they were reading bread small because nobody asked question answer winter between summer",
    ),
    western(
        "German",
        "der die das Straße über Häuser für schön grün Bücher und mit unter größer Fenster Tür Mädchen wäre \
         können müssen früh später Brücke Garten Morgen Abend nicht aber läuft heißt Frühstück Antwort Wörter",
    ),
    western(
        "French",
        "le la les été forêt où déjà français garçon être après même très élève château fenêtre lumière hôtel \
         avec dans pour soirée hiver rivière maison question réponse à côté naïf l’école d’où jusqu’à « voilà »",
    ),
    western(
        "Polish",
        "dom rzeka źródło żółty gęś łąka książka miłość świat wieczór poranek dzień noc będzie może również więc \
         człowiek droga ścieżka ogród światło pytanie odpowiedź zimą latem przyjaciel ciągle chętnie wszędzie",
    ),
    western(
        "Vietnamese",
        "một ngôi nhà nhỏ bên dòng sông buổi sáng mùa đông ánh sáng cửa sổ người bạn cũ đọc sách viết thư câu hỏi \
         trả lời con đường đến trường học tiếng Việt rất đẹp những ngày hè trong vườn và bữa tối ấm áp",
    ),
    western(
        "Greek",
        "το σπίτι ο δρόμος η θάλασσα πρωί βράδυ φως παράθυρο βιβλίο γράμμα ερώτηση απάντηση χειμώνας καλοκαίρι και \
         με στον κήπο μικρό παλιό φίλος πάντα ποτέ γιατί όταν ήσυχα διαβάζει ψωμί νερό γλώσσα",
    ),
    western(
        "Russian",
        "дом река утро вечер письмо книга окно свет сад зима лето вопрос ответ друг старый маленький тихо читает \
         почему когда никогда всегда дорога хлеб вода язык слово и в на под между ещё объяснить чай",
    ),
    Language {
        name: "Arabic",
        words: "بيت نهر صباح مساء كتاب رسالة نافذة ضوء حديقة شتاء صيف سؤال جواب صديق قديم صغير يقرأ لماذا عندما أبدا \
                دائما طريق خبز ماء لغة كلمة في من على بين المدينة السوق، الباب؟ البحر",
        space: " ",
        stop: ". ",
        capitals: false,
    },
    Language {
        name: "Hindi",
        words: "घर नदी सुबह शाम किताब पत्र खिड़की रोशनी बगीचा सर्दी गर्मी सवाल जवाब दोस्त पुराना छोटा पढ़ता क्यों जब कभी हमेशा \
                रास्ता रोटी पानी भाषा शब्द में से पर और के बीच बाज़ार दरवाज़ा है था",
        space: " ",
        stop: "। ",
        capitals: false,
    },
    Language {
        name: "Chinese",
        words: "早上 河边 有一座 小房子 窗外 的 阳光 很好 老朋友 写了 一封信 我们 在花园里 读书 冬天 来了 没有人 问 这个问题 \
                他 慢慢地 回答 面包 和水 放在 桌子上 语言 是 一条路 夏天 的 晚上 大家 都 很安静 明天 再见 中国 学生 因为",
        space: "",
        stop: "。",
        capitals: false,
    },
    Language {
        name: "Japanese",
        words: "朝の 川の そばに 小さな 家が あります 窓の 外は 明るい 古い 友達に 手紙を 書きました 庭で 本を 読む 冬が 来て \
                だれも 質問を しない ゆっくり 答える パンと 水 テーブルの 上 言葉は 道です、 夏の 夜 静かに コーヒーを 飲む また 明日",
        space: "",
        stop: "。",
        capitals: false,
    },
    Language {
        name: "Korean",
        words: "아침 강가에 작은 집이 있습니다 창밖의 햇빛이 좋다 오래된 친구에게 편지를 썼다 정원에서 책을 읽는다 겨울이 왔다 아무도 \
                질문을 하지 않는다 천천히 대답한다 빵과 물 탁자 위에 언어는 길이다 여름 저녁 조용히 내일 다시 학교 왜냐하면",
        space: " ",
        stop: ". ",
        capitals: false,
    },
];

impl Language {
    /// Returns a text of `len` code points.
    pub(super) fn text(&self, len: usize, has_supplementary: bool, random: &mut SplitMix) -> Vec<u32> {
        let words: Vec<&str> = self.words.split_whitespace().collect();
        let mut text = String::new();
        let mut count = 0;
        let mut left = 0;
        while count < len {
            let before = text.len();
            let word = words[random.below(words.len())];
            if left == 0 {
                left = 4 + random.below(9);
                let mut letters = word.chars();
                match letters.next() {
                    Some(first) if self.capitals => text.extend(first.to_uppercase().chain(letters)),
                    _ => text.push_str(word),
                }
            } else {
                text.push_str(word);
            }
            left -= 1;
            if has_supplementary && random.one_in(12) {
                text.push(SUPPLEMENTARY[random.below(SUPPLEMENTARY.len())]);
            }
            match random.below(24) {
                _ if left == 0 => text.push_str(if random.one_in(4) { "\n" } else { self.stop }),
                0 => text.push_str(&format!(" {} ", random.below(3000))),
                1 if self.capitals => text.push_str(", "),
                _ => text.push_str(self.space),
            }
            count += text[before..].chars().count();
        }
        text.chars().take(len).map(u32::from).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_their_length_and_depend_on_the_seed_alone() {
        for language in &LANGUAGES {
            let text = |seed| language.text(500, true, &mut SplitMix::new(seed, language.name));
            assert_eq!(text(1).len(), 500);
            assert_eq!(text(1), text(1));
            assert_ne!(text(1), text(2));
        }
    }
}
