import type { Argument, Option } from 'commander';
import type { CliCommand } from './table/command.ts';
import { sanitized } from './terminal.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A command with the words that may follow it. */
interface Entry {
  /** `petstore keys create` */
  readonly path: string;
  readonly commands: readonly CliCommand[];
  readonly options: readonly Option[];
  readonly arguments: readonly Argument[];
}

/** A script that completes all commands, options and choices by itself, without running petstore. */
export function completion(program: CliCommand, shell: Shell): string {
  const entries = entriesOf(program);
  return { bash, zsh, fish }[shell](entries);
}

function entriesOf(command: CliCommand): Entry[] {
  const commands = command.visible();
  const options = [...command.createHelp().visibleOptions(command)];
  const entry = { path: command.path(), commands, options, arguments: command.registeredArguments };
  return [entry, ...commands.flatMap(entriesOf)];
}

/** The words that may follow a command, with their meaning. */
function wordsAfter({ commands, options, arguments: args }: Entry): (readonly [word: string, means: string])[] {
  return [
    ...commands.map((command) => [command.name(), command.description()] as const),
    ...args.flatMap(({ argChoices = [], description }) => argChoices.map((choice) => [choice, description] as const)),
    ...options.map((option) => [flagOf(option), option.description] as const),
  ];
}

const flagOf = ({ long, short }: Option): string => long ?? short ?? '';
const takesValue = (option: Option): boolean => option.required || option.optional;
const takesFile = ({ arguments: args }: Entry): boolean => args.some((argument) => argument.name() === 'file');
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Patterns for a shell's `case`: the paths of all subcommands, and every option that takes a value. */
function cases(entries: readonly Entry[]) {
  return {
    paths: entries
      .slice(1)
      .map(({ path }) => quoted(path))
      .join('|'),
    values: entries.flatMap(({ path, options }) =>
      options.filter(takesValue).map((option) => ({
        pattern: quoted(`${path} ${flagOf(option)}`),
        choices: (option.argChoices ?? []).join(' '),
      })),
    ),
  };
}

function bash(entries: readonly Entry[]): string {
  const { paths, values } = cases(entries);
  return `# Completion of petstore for bash: source <(petstore completion bash)
_petstore() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} at=petstore word words=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
    case "$at $word" in ${paths}) at="$at $word" ;; esac
  done
  case "$at $prev" in
${values.map(({ pattern, choices }) => `    ${pattern}) COMPREPLY=($(compgen -W ${quoted(choices)} -- "$cur")); return ;;`).join('\n')}
  esac
  case $at in
${entries
  .map(
    (entry) =>
      `    ${quoted(entry.path)}) words=${quoted(
        wordsAfter(entry)
          .map(([word]) => word)
          .join(' '),
      )} ;;`,
  )
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _petstore petstore
`;
}

function zsh(entries: readonly Entry[]): string {
  const { paths, values } = cases(entries);
  const described = ([word, means]: readonly [string, string]) =>
    quoted(`${word}:${sanitized(means).replaceAll(':', '\\:')}`);
  return `#compdef petstore
# Completion of petstore for zsh: petstore completion zsh > "\${fpath[1]}/_petstore"
_petstore() {
  local at=petstore word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in ${paths}) at="$at $word" ;; esac
  done
  case "$at $words[CURRENT-1]" in
${values
  .map(({ pattern, choices }) => `    ${pattern}) ${choices === '' ? '_files' : `compadd -- ${choices}`}; return ;;`)
  .join('\n')}
  esac
  case $at in
${entries.map((entry) => `    ${quoted(entry.path)}) found=(${wordsAfter(entry).map(described).join(' ')}) ;;`).join('\n')}
  esac
  _describe petstore found
  case $at in ${entries
    .filter(takesFile)
    .map(({ path }) => quoted(path))
    .join('|')}) _files ;; esac
}
if [ "$funcstack[1]" = _petstore ]; then _petstore "$@"; else compdef _petstore petstore; fi
`;
}

function fish(entries: readonly Entry[]): string {
  const { paths } = cases(entries);
  const lines = entries.flatMap((entry) => {
    const at = `complete -c petstore -n 'test (__petstore_at) = "${entry.path}"'`;
    const words = wordsAfter({ ...entry, options: [] }).map(([word, means]) => `${at} -a ${word} -d ${quoted(means)}`);
    const options = entry.options.map((option) => {
      const short = option.short === undefined ? '' : ` -s ${option.short.slice(1)}`;
      const long = option.long === undefined ? '' : ` -l ${option.long.slice(2)}`;
      const choices = option.argChoices === undefined ? '' : ` -a ${quoted(option.argChoices.join(' '))}`;
      return `${at}${short}${long}${takesValue(option) ? ` -x${choices}` : ''} -d ${quoted(option.description)}`;
    });
    return [...words, ...options, ...(takesFile(entry) ? [`${at} -F`] : [])];
  });
  return `# Completion of petstore for fish: petstore completion fish > ~/.config/fish/completions/petstore.fish
function __petstore_at
  set -l at petstore
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
      case ${paths.replaceAll('|', ' ')}
        set at "$at $word"
    end
  end
  echo $at
end
complete -c petstore -f
${lines.join('\n')}
`;
}
