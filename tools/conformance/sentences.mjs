// The sentences of the specification and of docs/rules.md, as the marks beside tests name them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Documents whose sentences end at a semicolon too: each text and call of theirs is a sentence of its own. */
const BY_SEMICOLON = ["1", "2"];

/** Text without Markdown's signs and doubled blanks. */
const plain = (text) => text.replaceAll(/[`*]/g, "").replaceAll(/\s+/g, " ").trim();

/** Whether a sentence begins here: at a capital, a quote, a sign of Markdown, a number, or a table's name. */
const BEGINS = /^ (?:[A-ZÅÄÖ"'`*/+\d]|\w+_\w+:)/;

/**
 * The sentences of a paragraph: split at full stops before a new sentence, and with `bySemicolon` at semicolons; never
 * within brackets or quotes, and in a row of a table at no full stop. A line that ends with a colon only leads to the next ones.
 */
function splitSentences(paragraph, { bySemicolon, isRow }) {
  const sentences = [];
  let depth = 0;
  let quote;
  let start = 0;
  for (let at = 0; at < paragraph.length; at += 1) {
    const sign = paragraph[at];
    const before = paragraph[at - 1] ?? " ";
    const rest = paragraph.slice(at + 1);
    let stops = sign === ".";
    if (quote === undefined && (sign === '"' || sign === "`" || (sign === "'" && /[\s(]/.test(before)))) quote = sign;
    else if (sign === quote && (sign !== "'" || /^(?:\W|$)/.test(rest))) {
      quote = undefined;
      stops = before === ".";
    } else if ("({[".includes(sign)) depth += 1;
    else if (")}]".includes(sign)) depth = Math.max(0, depth - 1);
    if (depth > 0 || quote !== undefined) continue;
    const isEnd = (stops && !isRow && BEGINS.test(rest)) || (bySemicolon && sign === ";" && rest.startsWith(" "));
    if (!isEnd) continue;
    sentences.push(paragraph.slice(start, at + (sign === ";" ? 0 : 1)));
    start = at + 1;
  }
  sentences.push(paragraph.slice(start));
  return sentences.map((text) => plain(text).replace(/\.$/, "")).filter((text) => text !== "" && !text.endsWith(":"));
}

/** The paragraphs of a section's lines: a list item, a table row (with its header), or lines up to a blank one. */
function paragraphsOf(lines) {
  const paragraphs = [];
  let open;
  let header;
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) open = undefined;
    else if (text.startsWith("|")) {
      open = undefined;
      const row = text.slice(1, -1).split("|").map(plain).join(" | ");
      if (/^\|[ |:-]+\|$/.test(text)) continue;
      if (/^\s*\|[ |:-]+\|$/.test(lines[index + 1] ?? "")) header = row;
      else paragraphs.push({ text: row, header, isRow: true });
    } else if (text.startsWith("- ") || open === undefined) {
      open = { text: text.replace(/^- /, "") };
      paragraphs.push(open);
    } else open.text += ` ${text}`;
  }
  return paragraphs;
}

/** A rule of docs/rules.md is its whole line; a document's paragraph is split. */
const sentencesOf = (text, document, isRow) =>
  document === "rules" ? [plain(text)] : splitSentences(text, { bySemicolon: BY_SEMICOLON.includes(document), isRow });

/** The sentences of one document: `{document, section, paragraph, header, text}`, in order. */
function readSentences(document, markdown) {
  const sections = markdown.split(/^## /m).slice(1);
  return sections.flatMap((part) => {
    const [heading, ...lines] = part.split("\n");
    const section = /^(\w+)\./.exec(heading)?.[1];
    return paragraphsOf(lines).flatMap(({ text, header, isRow }) =>
      sentencesOf(text, document, isRow).map((sentence) => ({
        document,
        section,
        paragraph: plain(text),
        header,
        text: sentence,
      })),
    );
  });
}

/** All sentences: the specification's by its documents' numbers, those of docs/rules.md as document `rules`. */
export function allSentences(root) {
  const folder = join(root, "docs/specification");
  const documents = readdirSync(folder)
    .filter((file) => /^\d.*\.md$/.test(file))
    .sort()
    .map((file) => [file.slice(0, 1), join(folder, file)]);
  return [...documents, ["rules", join(root, "docs/rules.md")]].flatMap(([document, file]) =>
    readSentences(document, readFileSync(file, "utf8")),
  );
}

/** Whether the words of a mark name this sentence: its first words, before them those of its paragraph and "…" where two begin alike. */
function isNamed(sentence, words) {
  const [first, second] = words.split(" … ");
  if (second === undefined) return sentence.text.startsWith(first);
  return sentence.paragraph.startsWith(first) && sentence.text.startsWith(second);
}

/**
 * The sentences that an address names: all of a document or a section without words, all of a paragraph by its first words
 * and " …", all rows of a table by the first words of its header, else one. More than one, or none, is the caller's to refuse.
 */
export function sentencesAt(sentences, { document, section, words }) {
  const near = sentences.filter(
    (sentence) => sentence.document === document && (section === undefined || sentence.section === section),
  );
  if (words === undefined) return { found: near, isWhole: true };
  if (words.endsWith(" …")) {
    const found = near.filter(({ paragraph }) => paragraph.startsWith(words.slice(0, -2)));
    return { found, isWhole: new Set(found.map(({ paragraph }) => paragraph)).size === 1 };
  }
  const named = near.filter((sentence) => isNamed(sentence, plain(words)));
  if (named.length > 0) return { found: named, isWhole: false };
  return { found: near.filter(({ header }) => header?.startsWith(plain(words))), isWhole: true };
}

/** The beginnings of a text, from three words (or all of fewer) on. */
function beginningsOf(text) {
  const words = text.split(" ");
  const all = words.map((_, index) => words.slice(0, index + 1).join(" "));
  return all.slice(Math.min(2, words.length - 1));
}

/** The shortest address of a sentence: at least three of its words, as many as no other one of its section begins with. */
export function addressOf(sentence, sentences) {
  const at = { document: sentence.document, section: sentence.section };
  const tries = [
    ...beginningsOf(sentence.text),
    ...beginningsOf(sentence.paragraph).map((first) => `${first} … ${sentence.text}`),
  ];
  const words = tries.find((text) => sentencesAt(sentences, { ...at, words: text }).found.length === 1);
  return `${at.document} §${at.section}: ${words ?? sentence.text}`;
}
