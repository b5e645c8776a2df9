import type { Option } from '../arguments/parse-arguments.ts';

/** A command as a shell completes it. */
export interface Completed {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Option[];
}

type Script = (commands: readonly Completed[]) => string;

/** The completion scripts, by shell. */
export const completions: Readonly<Record<string, Script>> = { bash, zsh, fish };

const dashed = ({ name, short, negatable }: Option) => [
  ...(short === undefined ? [] : [`-${short}`]),
  `--${name}`,
  ...(negatable === true ? [`--no-${name}`] : []),
];

/** In single quotes, as all three shells read it. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const hasChoices = ({ choices = [] }: Option) => choices.length > 0;

function bash(commands: readonly Completed[]): string {
  const cases = commands.flatMap(({ name, options }) => [
    ...options
      .filter(hasChoices)
      .map((option) => `    ${name}:--${option.name}) words=${quoted((option.choices ?? []).join(' '))} ;;`),
    ...options
      .filter((option) => option.takes !== 'flag' && !hasChoices(option))
      .map((option) => `    ${name}:--${option.name}) files=1 ;;`),
    `    ${name}:*) words=${quoted(options.flatMap(dashed).join(' '))} ;;`,
  ]);
  return `# bash completion of colophon: source <(colophon completion bash)
_colophon() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words= files=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(commands.map(({ name }) => name).join(' '))} -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}:$previous" in
    *:-o) files=1 ;;
${cases.join('\n')}
  esac
  if [ -n "$files" ] || { [ "\${current#-}" = "$current" ] && [ "\${words#-}" != "$words" ]; }; then
    compopt -o filenames 2>/dev/null
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$current"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -F _colophon colophon
`;
}

function zsh(commands: readonly Completed[]): string {
  const described = (name: string, text: string) => quoted(`${name.replaceAll(':', '\\:')}:${text}`);
  const spec = (option: Option) => {
    const text = short(option.description).replace(/[[\]:\\]/g, ' ');
    const choices = (option.choices ?? []).map((choice) => choice.replace(/[ ():]/g, '\\$&')).join(' ');
    const value = option.takes === 'flag' ? '' : `:value:${hasChoices(option) ? `(${choices})` : '_files'}`;
    return dashed(option).map((name) =>
      quoted(`${option.takes === 'list' ? '*' : ''}${name}[${text}]${name.startsWith('--no-') ? '' : value}`),
    );
  };
  const cases = commands.map(
    ({ name, options }) =>
      `    ${name}) _arguments ${[...options.flatMap(spec), quoted('*:file:_files')].join(' ')} ;;`,
  );
  return `#compdef colophon
# zsh completion of colophon: source <(colophon completion zsh)
_colophon() {
  local -a commands
  commands=(${commands.map(({ name, summary }) => described(name, summary)).join(' ')})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
    *) _files ;;
  esac
}
if [ "$funcstack[1]" = _colophon ]; then _colophon "$@"; else compdef _colophon colophon; fi
`;
}

function fish(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const first = commands.map(
    ({ name, summary }) => `complete -c colophon -n __fish_use_subcommand -f -a ${name} -d ${fishQuoted(summary)}`,
  );
  const others = commands.flatMap(({ name, options }) =>
    options.map((option) => {
      const letter = option.short === undefined ? '' : ` -s ${option.short}`;
      const value =
        option.takes === 'flag'
          ? ''
          : hasChoices(option)
            ? ` -x -a ${fishQuoted((option.choices ?? []).join(' '))}`
            : ' -r';
      const condition = fishQuoted(`__fish_seen_subcommand_from ${name}`);
      const description = fishQuoted(short(option.description));
      return `complete -c colophon -n ${condition}${letter} -l ${option.name}${value} -d ${description}`;
    }),
  );
  return `# fish completion of colophon: colophon completion fish | source
# Commands: ${names}
${[...first, ...others].join('\n')}
`;
}

/** In single quotes, as fish reads it. */
const fishQuoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The first sentence, in one line. */
function short(text: string): string {
  const [sentence = ''] = text.replace(/\s+/g, ' ').split(/[.;](?: |$)/, 1);
  return sentence.slice(0, 100);
}
