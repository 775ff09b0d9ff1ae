const TOKENS = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

/**
 * Indents JSON without parsing its values: numbers of any size and escapes stay as they are. Text that is not JSON is returned unchanged.
 *
 * @param write converts each string, number or literal; `isName` is true for the name of a member
 */
export function laidOut(text: string, write: (token: string, isName: boolean) => string = (token) => token): string {
  if (!isJson(text)) return text;
  const tokens = text.match(TOKENS) ?? [];
  let depth = 0;
  let result = '';
  const line = () => `\n${'  '.repeat(depth)}`;
  tokens.forEach((token, index) => {
    const isEmpty = /^[[{]$/.test(tokens[index - 1] ?? '') && /^[\]}]$/.test(token);
    if (/^[\]}]$/.test(token)) depth -= 1;
    if (isEmpty) result += token;
    else if (/^[\]}]$/.test(token)) result += line() + token;
    else if (token === ',') result += `,${line()}`;
    else if (token === ':') result += ': ';
    else {
      const opens = /^[[{]$/.test(token);
      if (/^[[{]$/.test(tokens[index - 1] ?? '')) result += line();
      result += opens ? token : write(token, tokens[index + 1] === ':');
      if (opens) depth += 1;
    }
  });
  return result;
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
