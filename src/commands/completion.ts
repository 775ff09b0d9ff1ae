import type { Option } from 'commander';
import type { CliCommand } from './table/command.ts';
import { sanitized } from './terminal.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A script that completes all commands, options and choices by itself, without running petstore. */
export const completion = (program: CliCommand, shell: Shell): string =>
  ({ bash, zsh, fish })[shell](withSubcommands(program));

const withSubcommands = (command: CliCommand): CliCommand[] => [command, ...command.visible().flatMap(withSubcommands)];

type Word = readonly [word: string, means: string];

/** The subcommands and choices that may follow a command. */
const wordsAfter = (command: CliCommand): Word[] => [
  ...command.visible().map((child) => [child.name(), child.description()] as const),
  ...command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((choice) => [choice, description] as const),
  ),
];

const optionsOf = (command: CliCommand): Option[] => command.createHelp().visibleOptions(command);
const flagsOf = (command: CliCommand): Word[] =>
  optionsOf(command).map((option) => [flagOf(option), option.description] as const);

const flagOf = ({ long, short }: Option): string => long ?? short ?? '';
const takesValue = (option: Option): boolean => option.required || option.optional;
const takesFile = (command: CliCommand): boolean => command.registeredArguments.some((one) => one.name() === 'file');
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const quotedPath = (command: CliCommand): string => quoted(command.path());

/** Patterns for a shell's `case`: the paths of all subcommands, and every option that takes a value. */
function cases(commands: readonly CliCommand[]) {
  const values = commands.flatMap((command) =>
    optionsOf(command)
      .filter(takesValue)
      .map((option) => ({
        pattern: quoted(`${command.path()} ${flagOf(option)}`),
        choices: (option.argChoices ?? []).join(' '),
      })),
  );
  return { paths: commands.slice(1).map(quotedPath), values };
}

function bash(commands: readonly CliCommand[]): string {
  const { paths, values } = cases(commands);
  const completeValues = values.map(
    ({ pattern, choices }) => `    ${pattern}) COMPREPLY=($(compgen -W ${quoted(choices)} -- "$cur")); return ;;`,
  );
  const setWords = commands.map((command) => {
    const words = [...wordsAfter(command), ...flagsOf(command)].map(([word]) => word);
    return `    ${quotedPath(command)}) words=${quoted(words.join(' '))} ;;`;
  });
  return `# Completion of petstore for bash: source <(petstore completion bash)
_petstore() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} at=petstore word words=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
    case "$at $word" in ${paths.join('|')}) at="$at $word" ;; esac
  done
  case "$at $prev" in
${completeValues.join('\n')}
  esac
  case $at in
${setWords.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _petstore petstore
`;
}

function zsh(commands: readonly CliCommand[]): string {
  const { paths, values } = cases(commands);
  const completeValues = values.map(
    ({ pattern, choices }) => `    ${pattern}) ${choices === '' ? '_files' : `compadd -- ${choices}`}; return ;;`,
  );
  const setFound = commands.map((command) => {
    const found = [...wordsAfter(command), ...flagsOf(command)].map(([word, means]) =>
      quoted(`${word}:${sanitized(means).replaceAll(':', '\\:')}`),
    );
    return `    ${quotedPath(command)}) found=(${found.join(' ')}) ;;`;
  });
  return `#compdef petstore
# Completion of petstore for zsh: petstore completion zsh > "\${fpath[1]}/_petstore"
_petstore() {
  local at=petstore word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in ${paths.join('|')}) at="$at $word" ;; esac
  done
  case "$at $words[CURRENT-1]" in
${completeValues.join('\n')}
  esac
  case $at in
${setFound.join('\n')}
  esac
  _describe petstore found
  case $at in ${commands.filter(takesFile).map(quotedPath).join('|')}) _files ;; esac
}
if [ "$funcstack[1]" = _petstore ]; then _petstore "$@"; else compdef _petstore petstore; fi
`;
}

function fish(commands: readonly CliCommand[]): string {
  const lines = commands.flatMap((command) => {
    const at = `complete -c petstore -n 'test (__petstore_at) = "${command.path()}"'`;
    const words = wordsAfter(command).map(([word, means]) => `${at} -a ${word} -d ${quoted(means)}`);
    const options = optionsOf(command).map((option) => {
      const short = option.short === undefined ? '' : ` -s ${option.short.slice(1)}`;
      const long = option.long === undefined ? '' : ` -l ${option.long.slice(2)}`;
      const choices = option.argChoices === undefined ? '' : ` -a ${quoted(option.argChoices.join(' '))}`;
      return `${at}${short}${long}${takesValue(option) ? ` -x${choices}` : ''} -d ${quoted(option.description)}`;
    });
    return [...words, ...options, ...(takesFile(command) ? [`${at} -F`] : [])];
  });
  return `# Completion of petstore for fish: petstore completion fish > ~/.config/fish/completions/petstore.fish
function __petstore_at
  set -l at petstore
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
      case ${cases(commands).paths.join(' ')}
        set at "$at $word"
    end
  end
  echo $at
end
complete -c petstore -f
${lines.join('\n')}
`;
}
