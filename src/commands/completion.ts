import type { Argument, Option } from 'commander';
import type { Call } from './table/call.ts';
import { harmless } from './terminal.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A command, by all that may be typed behind it. */
interface Place {
  /** `petstore keys create` */
  readonly path: string;
  readonly commands: readonly Call[];
  readonly options: readonly Option[];
  readonly arguments: readonly Argument[];
}

/** A script that completes every command, option and choice of the table, without asking petstore again. */
export function completion(program: Call, shell: Shell): string {
  const places = placesOf(program);
  return { bash, zsh, fish }[shell](places);
}

function placesOf(command: Call): Place[] {
  const commands = command.visible();
  const options = [...command.createHelp().visibleOptions(command)];
  const place = { path: command.path(), commands, options, arguments: command.registeredArguments };
  return [place, ...commands.flatMap(placesOf)];
}

/** What may stand at a place: each word with what it means. */
function wordsAt({ commands, options, arguments: args }: Place): (readonly [word: string, means: string])[] {
  return [
    ...commands.map((command) => [command.name(), command.description()] as const),
    ...args.flatMap(({ argChoices = [], description }) => argChoices.map((choice) => [choice, description] as const)),
    ...options.map((option) => [flagOf(option), option.description] as const),
  ];
}

const flagOf = ({ long, short }: Option): string => long ?? short ?? '';
const takesValue = (option: Option): boolean => option.required || option.optional;
const takesFile = ({ arguments: args }: Place): boolean => args.some((argument) => argument.name() === 'file');
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Patterns of a shell's `case`: the paths of commands, and each option that is followed by a value. */
function cases(places: readonly Place[]) {
  return {
    paths: places
      .slice(1)
      .map(({ path }) => quoted(path))
      .join('|'),
    values: places.flatMap(({ path, options }) =>
      options.filter(takesValue).map((option) => ({
        pattern: quoted(`${path} ${flagOf(option)}`),
        choices: (option.argChoices ?? []).join(' '),
      })),
    ),
  };
}

function bash(places: readonly Place[]): string {
  const { paths, values } = cases(places);
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
${places
  .map(
    (place) =>
      `    ${quoted(place.path)}) words=${quoted(
        wordsAt(place)
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

function zsh(places: readonly Place[]): string {
  const { paths, values } = cases(places);
  const described = ([word, means]: readonly [string, string]) =>
    quoted(`${word}:${harmless(means).replaceAll(':', '\\:')}`);
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
${places.map((place) => `    ${quoted(place.path)}) found=(${wordsAt(place).map(described).join(' ')}) ;;`).join('\n')}
  esac
  _describe petstore found
  case $at in ${places
    .filter(takesFile)
    .map(({ path }) => quoted(path))
    .join('|')}) _files ;; esac
}
if [ "$funcstack[1]" = _petstore ]; then _petstore "$@"; else compdef _petstore petstore; fi
`;
}

function fish(places: readonly Place[]): string {
  const { paths } = cases(places);
  const lines = places.flatMap((place) => {
    const at = `complete -c petstore -n 'test (__petstore_at) = "${place.path}"'`;
    const words = wordsAt({ ...place, options: [] }).map(([word, means]) => `${at} -a ${word} -d ${quoted(means)}`);
    const options = place.options.map((option) => {
      const short = option.short === undefined ? '' : ` -s ${option.short.slice(1)}`;
      const long = option.long === undefined ? '' : ` -l ${option.long.slice(2)}`;
      const choices = option.argChoices === undefined ? '' : ` -a ${quoted(option.argChoices.join(' '))}`;
      return `${at}${short}${long}${takesValue(option) ? ` -x${choices}` : ''} -d ${quoted(option.description)}`;
    });
    return [...words, ...options, ...(takesFile(place) ? [`${at} -F`] : [])];
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
