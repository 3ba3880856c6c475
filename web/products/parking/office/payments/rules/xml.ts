/** Reads XML into a tree. Its bounds hold while it is read, and a document type is refused, since entities of its own can grow without end. */
import { SaxesParser } from "saxes";
import { paymentTexts } from "../payment-texts.ts";
import { BankFileError, inRow } from "./bank-file.ts";

const { problems } = paymentTexts;

/** An element of any namespace (`uri`); `line` is the line where its start tag ends, counted from 1. */
export type XmlElement = {
  name: string;
  uri: string;
  line: number;
  currency: string | undefined;
  text: string;
  children: XmlElement[];
};

/** The deepest element of a statement lies about twelve deep, and a payment has about forty elements. */
const MOST_DEPTH = 40;
const MOST_ELEMENTS = 250_000;

/** The root of a document. @throws BankFileError for a document type, for more than the bounds, and for what is not well-formed. */
export function readXml(text: string): XmlElement {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new BankFileError(problems.doctype);
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: "1.0", forceXMLVersion: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  parser.on("opentag", ({ local, uri, attributes }) => {
    count += 1;
    if (count > MOST_ELEMENTS || open.length >= MOST_DEPTH) throw new BankFileError(problems.xmlTooLarge);
    const element = {
      name: local,
      uri,
      line: parser.line,
      currency: attributes["Ccy"]?.value,
      text: "",
      children: [],
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on("closetag", () => open.pop());
  const add = (part: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  };
  parser.on("text", add);
  parser.on("cdata", add);
  try {
    parser.write(text.trimStart()).close();
  } catch (error) {
    if (error instanceof BankFileError) throw error;
    throw inRow(parser.line, problems.xmlBroken);
  }
  if (root === undefined) throw inRow(1, problems.xmlBroken);
  return root;
}

/** The elements at a path below an element, in its own namespace. */
export function elementsAt(element: XmlElement, ...path: string[]): XmlElement[] {
  return path.reduce<XmlElement[]>(
    (found, name) =>
      found.flatMap(({ children }) => children.filter((child) => child.name === name && child.uri === element.uri)),
    [element],
  );
}

/** The first element at a path. */
export const elementAt = (element: XmlElement, ...path: string[]): XmlElement | undefined =>
  elementsAt(element, ...path)[0];

/** The texts at a path, without blanks around them; empty ones are left out. */
export const textsAt = (element: XmlElement, ...path: string[]): string[] =>
  elementsAt(element, ...path)
    .map(textIn)
    .filter((text) => text !== "");

/** The first text at a path, or an empty text. */
export const textAt = (element: XmlElement, ...path: string[]): string => textsAt(element, ...path)[0] ?? "";

export const textIn = ({ text }: XmlElement): string => text.replaceAll(/\s+/g, " ").trim();
