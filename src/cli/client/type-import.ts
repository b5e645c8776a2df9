/** The line of a generated file that imports types of a module. */
export function typeImport(module: string, ...names: readonly string[]): string {
  return `import type { ${names.join(', ')} } from '${module}';`;
}
