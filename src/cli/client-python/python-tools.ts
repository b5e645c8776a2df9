import type { Description } from '../../http/openapi/description.ts';
import { describedAppends, describedTools, type DescribedAppend, type DescribedTool } from './described-tools.ts';
import { wrapped } from './python-type.ts';

/** The words in which the classes for synchronous and for asynchronous callers differ. */
interface Style {
  readonly prefix: string;
  readonly define: string;
  readonly wait: string;
}

const styles: readonly Style[] = [
  { prefix: '', define: 'def', wait: '' },
  { prefix: 'Async', define: 'async def', wait: 'await ' },
];
const head = `"""One method a tool. Made of openapi.json by \`npm run openapi\`. Do not edit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, overload

from typing_extensions import TypeAlias, Unpack

from . import types as t
from ._calls import CallOptions, Files, ToolRoute
from ._sources import Upload
from .aio.job import AsyncJob
from .aio.result import AsyncResult
from .job import Job
from .result import JsonResult, Result
`;

/** The module of methods: what each tool takes and answers, for synchronous and asynchronous callers. */
export function pythonTools(description: Description): string {
  const tools = describedTools(description);
  const names = tools.map(({ name }) => `    ${quoted(name)},\n`).join('');
  const appends = describedAppends(description);
  return (
    [
      head,
      `ToolName: TypeAlias = Literal[\n${names}]\n"""The name of a tool, as the service has it."""`,
      `ROUTES: Mapping[str, ToolRoute] = {\n${tools.map(route).join('')}}\n"""How each tool is called."""`,
      `APPENDS: Mapping[str, str | None] = {\n${appends
        .map(({ kind, part }) => `    ${quoted(kind)}: ${part === undefined ? 'None' : quoted(part)},\n`)
        .join('')}}\n"""What can be added to a session, with the file part where there is one."""`,
      ...styles.flatMap((style) => [
        toolMethods(tools, style),
        submitMethods(tools, style),
        appendMethods(appends, style),
      ]),
    ].join('\n\n') + '\n'
  );
}

function route({ name, path, parts, answers }: DescribedTool): string {
  const formats = answers.map(({ format, mediaType }) => `${quoted(format)}: ${quoted(mediaType)}`);
  return (
    `    ${quoted(name)}: ToolRoute(\n        ${quoted(name)},\n        ${quoted(path)},\n` +
    `        (${parts
      .map((part) => `${quoted(part)}, `)
      .join('')
      .trimEnd()}),\n        {${formats.join(', ')}},\n    ),\n`
  );
}

function toolMethods(tools: readonly DescribedTool[], style: Style): string {
  const parameters = ['route: ToolRoute', 'body: Mapping[str, Any]', 'format: str', ...internal];
  return [
    `class ${style.prefix}ToolMethods:\n    """One method a tool."""`,
    `${method(style, '_call', parameters, 'Any')}\n        raise NotImplementedError`,
    ...tools.map((tool) => toolMethod(tool, style)),
  ].join('\n\n');
}

function toolMethod(tool: DescribedTool, style: Style): string {
  const { name, summary, description, input, answers } = tool;
  const files = fileParts(tool);
  const signature = (format: string, result: string): string =>
    method(
      style,
      tool.method,
      [`input: ${input}`, '*', `format: ${format}`, ...files.map(fileParameter), options],
      result,
    );
  const results = answers.map(({ json }) => (json === undefined ? `${style.prefix}Result` : `JsonResult[${json}]`));
  const first = answers[0]?.format ?? 'json';
  const overloads = answers.map(
    ({ format }, index) =>
      `    @overload\n${signature(`Literal[${quoted(format)}]${index === 0 ? ' = ...' : ''}`, results[index] ?? 'Any')} ...`,
  );
  const only = answers.length === 1;
  const arguments_ = `ROUTES[${quoted(name)}], {**input}, format, ${filesGiven(files)}, options`;
  const text = [
    only
      ? signature(`Literal[${quoted(first)}] = ${quoted(first)}`, results[0] ?? 'Any')
      : signature(`str = ${quoted(first)}`, 'Any'),
    `        """${summary}.`,
    '',
    ...wrapped(description.replaceAll('\\', '\\\\'), 100).map((line) => `        ${line}`),
    '        """',
    `        answer: ${only ? (results[0] ?? 'Any') : 'Any'} = ${style.wait}self._call(${arguments_})`,
    '        return answer',
  ].join('\n');
  return [...(only ? [] : overloads), text].join('\n\n');
}

/** Jobs take the body that the tool takes. */
function submitMethods(tools: readonly DescribedTool[], style: Style): string {
  const result = `${style.prefix}Job`;
  const parts = [...new Set(tools.flatMap(fileParts))];
  const signature = (tool: string, input: string, files: readonly string[]): string => {
    const retain = 'retain: t.Retain | None = None';
    return method(
      style,
      'submit',
      [`tool: ${tool}`, `input: ${input}`, '*', retain, ...files.map(fileParameter), options],
      result,
    );
  };
  const submitted = ['route: ToolRoute', 'body: Mapping[str, Any]', 'retain: t.Retain | None'];
  return [
    `class ${style.prefix}SubmitMethods:\n    """The submission of each tool as a job."""`,
    `${method(style, '_submit', [...submitted, ...internal], result)}\n        raise NotImplementedError`,
    ...tools.map(
      (tool) => `    @overload\n${signature(`Literal[${quoted(tool.name)}]`, tool.input, fileParts(tool))} ...`,
    ),
    [
      signature('ToolName', 'Any', parts),
      '        """Submits a job, which outlives the request and this program."""',
      `        return ${style.wait}self._submit(ROUTES[tool], {**input}, retain, ${filesGiven(parts)}, options)`,
    ].join('\n'),
  ].join('\n\n');
}

function appendMethods(appends: readonly DescribedAppend[], style: Style): string {
  const parameters = ['file: Upload | None = None', 'if_match: int | None = None', options];
  const signature = (kind: string, input: string, answer: string): string =>
    method(style, 'add', [`kind: ${kind}`, `input: ${input}`, '*', ...parameters], answer);
  const inner = [
    'kind: str',
    'body: Mapping[str, Any]',
    'file: Upload | None',
    'if_match: int | None',
    'options: CallOptions',
  ];
  return [
    `class ${style.prefix}AppendMethods:\n    """What can be added to a session."""`,
    `${method(style, '_add', inner, 'Any')}\n        raise NotImplementedError`,
    ...appends.map(
      ({ kind, input, answer }) => `    @overload\n${signature(`Literal[${quoted(kind)}]`, input, answer)} ...`,
    ),
    [
      signature('str', 'Any', 'Any'),
      '        """Adds an operation at the end of the session; with `if_match`, only at that revision."""',
      `        return ${style.wait}self._add(kind, {**input}, file, if_match, options)`,
    ].join('\n'),
  ].join('\n\n');
}

const options = '**options: Unpack[CallOptions]';
const internal = ['files: Mapping[str, Files | None]', 'options: CallOptions'];

/** The first lines of a method, to the colon. */
function method({ define }: Style, name: string, parameters: readonly string[], result: string): string {
  return [
    `    ${define} ${name}(`,
    ...['self', ...parameters].map((parameter) => `        ${parameter},`),
    `    ) -> ${result}:`,
  ].join('\n');
}

const fileParameter = (part: string): string => `${part}: Files | None = None`;

function filesGiven(parts: readonly string[]): string {
  return `{${parts.map((part) => `${quoted(part)}: ${part}`).join(', ')}}`;
}

/** The file parts that have an argument of their own. Documents are in the body, where they are taken from. */
function fileParts({ parts }: DescribedTool): string[] {
  return parts.filter((part) => part !== 'document' && part !== 'documents');
}

const quoted = (text: string): string => JSON.stringify(text);
