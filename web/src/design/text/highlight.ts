/** A piece of code. Plain text has no kind. */
export interface Piece {
  readonly text: string;
  readonly kind?: string;
}

/** @param comment how a comment begins @param words keywords, and @param values names of values, joined by `|` */
const program = (comment: string, words: string, values: string): RegExp =>
  new RegExp(
    [
      `(?<comment>${comment}.*)`,
      String.raw`(?<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|` + '`(?:[^`\\\\]|\\\\.)*`)',
      String.raw`(?<word>\b(?:${words})\b)`,
      String.raw`(?<number>\b\d[\d_.]*n?\b|\b(?:${values})\b)`,
      String.raw`(?<name>\b[A-Za-z_]\w*(?=\())`,
    ].join('|'),
    'g',
  );

/** The name of a group is the kind of the piece. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  json: /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d[\d.eE+-]*)|(?<word>\b(?:true|false|null)\b)/g,
  js: program(
    '//',
    'async|await|const|else|export|for|from|function|if|import|let|new|of|return|throw|try|catch|type|while',
    'true|false|null|undefined',
  ),
  python: program('#', 'as|for|from|import|in|with', 'True|False|None'),
  php: program('//', 'echo|new|php', 'true|false|null'),
  go: program('//', 'defer|func|if|import|package', 'true|false|nil'),
  sh: /(?<comment>(?<=^|\s)#.*)|(?<string>'[^']*'|"(?:[^"\\]|\\.)*")|(?<name>(?<=^|\n|\| |&& )[\w./-]+(?= |$))|(?<word>(?<=\s)--?[A-Za-z][\w-]*)|(?<number>\$\w+)/g,
  http: /(?<word>^HTTP(?:\/\S+)? \d+.*|^[A-Z]+ (?:https?:\/)?\/\S*)|(?<name>^[A-Za-z-]+(?=: ))|(?<string>"(?:[^"\\\n]|\\.)*")|(?<number>(?<=[:,[ ])-?\d+\b)/gm,
};

const ALIASES: Readonly<Record<string, string>> = {
  ts: 'js',
  javascript: 'js',
  typescript: 'js',
  bash: 'sh',
  shell: 'sh',
};

/** Splits code into pieces of different colors. Joined, they are the code unchanged. */
export function highlight(code: string, language: string): Piece[] {
  const pattern = PATTERNS[ALIASES[language] ?? language];
  if (pattern === undefined) return [{ text: code }];
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    if (match.index > end) pieces.push({ text: code.slice(end, match.index) });
    pieces.push({ text: match[0], ...(kind !== undefined && { kind }) });
    end = match.index + match[0].length;
  }
  if (end < code.length) pieces.push({ text: code.slice(end) });
  return pieces;
}
