// Reads and writes PostgreSQL's text form of arrays, like `{a,"b c",NULL}`.
//
// Why not postgres.js's own: it asks the database for the array types on every new connection, and when the connection is lost
// during that question, the rejection is handled by nobody and ends the process.

/** Reads an array of any depth; `parse` turns an element's text into its value. */
export function parseArray(text: string, parse: (element: string) => unknown): unknown[] {
  // `[2:3]={1,2}` says where counting begins, which no client asks for.
  let position = text.indexOf("{");

  const readElement = (): unknown => {
    if (text[position] === "{") return readList();
    if (text[position] === '"') return parse(readQuoted());
    const start = position;
    while (position < text.length && text[position] !== "," && text[position] !== "}") position++;
    const element = text.slice(start, position);
    return element === "NULL" ? null : parse(element);
  };

  const readQuoted = (): string => {
    let element = "";
    for (position++; position < text.length && text[position] !== '"'; position++) {
      if (text[position] === "\\") position++;
      element += text[position] ?? "";
    }
    position++;
    return element;
  };

  const readList = (): unknown[] => {
    const list: unknown[] = [];
    for (position++; position < text.length && text[position] !== "}";) {
      list.push(readElement());
      if (text[position] === ",") position++;
    }
    position++;
    return list;
  };

  return readList();
}

/** Writes an array of any depth; a text is taken to be written already. `serialize` gives an element's text. */
export function serializeArray(value: unknown, serialize: (element: unknown) => string): string {
  if (!Array.isArray(value)) return String(value);
  const elements = value.map((element: unknown) => {
    if (element === null || element === undefined) return "NULL";
    if (Array.isArray(element)) return serializeArray(element, serialize);
    return `"${serialize(element).replace(/[\\"]/g, "\\$&")}"`;
  });
  return `{${elements.join(",")}}`;
}
