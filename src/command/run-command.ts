import { installedTools } from '../calls/pipe/installed-tools.ts';
import { nearName } from '../near-names.ts';
import { completions, type Completed } from './help/completion.ts';
import { exitCodes, UnknownCommand, UsageError } from './exit-codes.ts';
import { commandHelp, overview } from './help/help.ts';
import { failureOf } from './answers/report-error.ts';
import { runTool } from './run-tool.ts';
import type { Surroundings } from './surroundings.ts';
import { commandOfPage, toolCommand, type ToolCommand } from './tool-command.ts';

/**
 * Runs `colophon` with its arguments, and resolves with its exit code. Errors are reported on standard error. Rejects
 * only with the reason of an abort.
 */
export async function runCommand(args: readonly string[], around: Surroundings): Promise<number> {
  const [name = ''] = args;
  try {
    return await run(args, around);
  } catch (error) {
    if (around.signal.aborted) throw around.signal.reason;
    const { code, lines } = failureOf(error, error instanceof UnknownCommand ? 'colophon' : `colophon ${name}`);
    around.errors.write(`${lines.join('\n')}\n`);
    return code;
  }
}

async function run([name, ...rest]: readonly string[], around: Surroundings): Promise<number> {
  const show = (text: string): number => {
    around.output.write(text);
    return exitCodes.success;
  };
  if (name === '--version' || name === '-V') return show(`${await around.version()}\n`);
  const commands = await commandsOf(around);
  if (name === '--help' || name === '-h' || (name === 'help' && rest.length === 0))
    return show(overview(commands, around.programs));
  if (name === undefined) {
    around.errors.write(overview(commands, around.programs));
    return exitCodes.request;
  }
  if (name === 'help') return run([rest[0] ?? '', '--help'], around);
  const program = around.programs.find((one) => one.name === name);
  if (program !== undefined) return wantsHelp(rest) ? show(program.help) : program.run(rest);
  if (name === 'completion') return show(completion(rest, commands, around));
  const command = commands.find((one) => one.name === name);
  if (command === undefined) throw unknownCommand(name, commands, around);
  if (wantsHelp(rest)) return show(commandHelp(command));
  await runTool(command, rest, around);
  return exitCodes.success;
}

/** `--help` counts wherever it is, so that a person can add it to a command that fails. */
function wantsHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).some((argument) => argument === '--help' || argument === '-h');
}

async function commandsOf({ editions }: Surroundings): Promise<ToolCommand[]> {
  const installed = await editions();
  const operations = installed.flatMap((edition) => edition.operations);
  return installedTools(installed).flatMap((tool) => {
    const schema = tool.input(operations).jsonSchema;
    return [...(tool.takesHtml === true ? [commandOfPage(tool, schema)] : []), toolCommand(tool, schema)];
  });
}

function unknownCommand(name: string, commands: readonly ToolCommand[], { programs }: Surroundings): UnknownCommand {
  const names = [...commands, ...programs].map((one) => one.name);
  const near = nearName(name, [...names, 'completion', 'help']);
  return new UnknownCommand(`There is no command \`${name}\`.${near === null ? '' : ` Did you mean \`${near}\`?`}`);
}

function completion(
  [shell = '', ...rest]: readonly string[],
  commands: readonly ToolCommand[],
  { programs }: Surroundings,
): string {
  const script = rest.length === 0 && Object.hasOwn(completions, shell) ? completions[shell] : undefined;
  if (script === undefined)
    throw new UsageError(`\`completion\` needs a shell: ${Object.keys(completions).join(', ')}.`);
  const tools = commands.map(({ name, summary, fields, options }) => ({
    name,
    summary,
    options: [...options, ...fields],
  }));
  const others: Completed[] = programs.map(({ name, summary }) => ({ name, summary, options: [] }));
  return script([...tools, ...others, { name: 'completion', summary: 'Print a completion script', options: [] }]);
}
