declare global {
  interface JSON {
    /** https://tc39.es/proposal-json-parse-with-source/ */
    isRawJSON(value: unknown): boolean;
  }
}

type JsonObject = Record<string, unknown>;

interface Rules {
  /** Changes a string, which is a member of this name, or an item of an array of this name. */
  readonly text: (name: string, text: string) => string;
  /** Changes an object, before its members. */
  readonly object: (object: JsonObject) => JsonObject;
}

/**
 * Changes strings and objects of a JSON text. Every number keeps its source text, so that no digit is lost. A text that does not change,
 * or is no JSON, is returned as it is.
 */
export function jsonWith(rules: Rules): (json: string) => string {
  function changed(name: string, value: unknown): unknown {
    if (typeof value === 'string') return rules.text(name, value);
    if (Array.isArray(value)) return value.map((item) => changed(name, item));
    if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value;
    const members = Object.entries(rules.object(value as JsonObject));
    return Object.fromEntries(members.map(([member, inner]) => [member, changed(member, inner)]));
  }

  return (json) => {
    const parsed = parsedOrUndefined(json);
    if (parsed === undefined) return rules.text('', json);
    const printed = JSON.stringify(changed('', parsed));
    return printed === JSON.stringify(parsed) ? json : printed;
  };
}

const exactNumber = (_name: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && context?.source !== undefined ? JSON.rawJSON(context.source) : value;

function parsedOrUndefined(json: string): unknown {
  try {
    return JSON.parse(json, exactNumber);
  } catch {
    // Text of a client that only begins like JSON.
    return undefined;
  }
}
