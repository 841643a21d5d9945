// Runs the vectors through TextDecoder, at once and byte by byte, and TextEncoder: node javascript.mjs [DIRECTORY]
// Each difference must be in departures-javascript.tsv, with what came, and each case in that list must differ.
import { readFileSync, readdirSync } from "node:fs";

// The labels of encodings. The decoder for `utf-8-sig` removes a byte order mark.
const LABELS = { "utf-8": "utf-8", "utf-8-sig": "utf-8", "utf-16le": "utf-16le", "utf-16be": "utf-16be",
  "windows-1252": "windows-1252" };

const hex = (char) => "U+" + char.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");

function attempt(call) {
  try { return call(); } catch { return "error"; }
}

// Returns what came and what is expected, or undefined for a case that these interfaces do not cover.
function run({ op, encoding, policy, input_hex, input_cp = "", expected, error }) {
  const points = input_cp.split(" ").filter(Boolean).map((point) => parseInt(point.slice(2), 16));
  let once, parts;
  if (op === "encode" && encoding === "utf-8" && policy === "replace" && Math.max(...points) <= 0x10ffff) {
    const bytes = new TextEncoder().encode(String.fromCodePoint(...points));
    once = parts = Buffer.from(bytes).toString("hex").toUpperCase();
  } else if (/decode|validate/.test(op) && LABELS[encoding] && /^(strict|replace)$/.test(policy)) {
    const data = Uint8Array.from(Buffer.from(input_hex, "hex"));
    const options = { fatal: policy === "strict", ignoreBOM: encoding !== "utf-8-sig" };
    const show = (text) => op === "validate" ? "true" : Array.from(text, hex).join(" ");
    const decoder = new TextDecoder(LABELS[encoding], options);
    const piece = (_, k) => decoder.decode(data.subarray(k, k + 1), { stream: true });
    once = attempt(() => show(new TextDecoder(LABELS[encoding], options).decode(data)));
    parts = attempt(() => show(Array.from(data, piece).join("") + decoder.decode()));
  } else return undefined;
  return [once === parts ? once : `${once || "nothing"} / ${parts}`, error ? "error" : String(expected)];
}

const directory = process.argv[2] ?? `${import.meta.dirname}/..`;
const lines = (path) => readFileSync(path, "utf8").split("\n").filter((line) => line && line[0] !== "#");
const files = readdirSync(directory).filter((name) => name.endsWith(".jsonl")).sort();
const cases = files.flatMap((name) => lines(`${directory}/${name}`)).map((line) => JSON.parse(line));
const ran = cases.map((it) => [it.id, run(it)]).filter(([, result]) => result);
const departed = ran.filter(([, [came, expected]]) => came !== expected).map(([id, [came]]) => `${id}\t${came}`);
const listed = lines(`${import.meta.dirname}/departures-javascript.tsv`);
const unexpected = departed.filter((it) => !listed.includes(it));
const absent = listed.filter((it) => !departed.includes(it));
unexpected.forEach((it) => console.log(`unexpected:\t${it}`));
absent.forEach((it) => console.log(`did not happen:\t${it}`));
console.log(`Node ${process.versions.node}: ${ran.length} cases: ${ran.length - departed.length} passed,`,
  `${departed.length - unexpected.length} departed as expected, ${unexpected.length + absent.length} wrong`);
process.exitCode = ran.length && !unexpected.length && !absent.length ? 0 : 1;
