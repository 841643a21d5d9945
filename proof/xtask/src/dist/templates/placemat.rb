class Placemat < Formula
  desc "Find, explain and repair broken text in UTF-8 and everything related to it"
  homepage "@REPOSITORY@"
  url "@REPOSITORY@/releases/download/v@VERSION@/@SOURCE@"
  sha256 "@SOURCE_SHA256@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "crates/placemat-cli")
    generate_completions_from_executable(bin/"placemat", "completions")
    system bin/"placemat", "man", buildpath/"man1"
    man1.install Dir["man1/*.1"]
  end

  test do
    (testpath/"menu.txt").binwrite "caf\xED\xA0\xBD\xED\xB2\xA9\n"
    assert_match "cesu-8", shell_output("#{bin}/placemat detect menu.txt")
  end
end
