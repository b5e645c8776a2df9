import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import colophon from './scripts/lint/linear-patterns.mjs';

/** Files that implement signatures of a library with more than four parameters: PDFium (C), markdown-it, joi. */
const foreignSignatures = [
  'src/input/fields.ts',
  'src/pdf/facts/render-image.ts',
  'src/pdf/pdfium/calls.ts',
  'src/pdf/raster/raster-page.ts',
  'src/pdf/text/annotations.ts',
  'src/render/html/markdown.ts',
];
/**
 * Files with a function of more than 60 lines: a case for each operator of a charstring, and the seven objects of one
 * font, which refer to each other.
 */
const longFunctions = ['src/pdf/optimize/fonts/type1-outline.ts', 'src/pdf/typeset/embedded-font.ts'];
/**
 * Files of more than 250 lines: two tables as others publish them, and scripts that are one function each, because they
 * run in a page, where they can import nothing.
 */
const longFiles = [
  'src/pdf/fonts/encodings/glyph-list.ts',
  'src/pdf/fonts/encodings/standard-widths.ts',
  'src/browser/page/controls-script.ts',
  'src/browser/clock/time-script.ts',
  'src/browser/clock/patch-script.ts',
];
const maxLines = ['error', { max: 60, skipBlankLines: true, skipComments: true }];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'client/dist/',
      'client/examples/',
      'client/src/generated/',
      'coverage/',
      'node_modules/',
      'docs/',
      'site/',
      '.tmp/',
      'bench/clients/programs/',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: ['./test/tsconfig.json'], tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['src/**/*.ts', 'client/src/**/*.ts'],
    ignores: foreignSignatures,
    rules: { 'max-params': ['error', 4] },
  },
  {
    files: ['src/**/*.ts', 'client/src/**/*.ts'],
    ignores: longFunctions,
    rules: { 'max-lines-per-function': maxLines },
  },
  {
    files: ['src/**/*.ts', 'client/src/**/*.ts'],
    ignores: longFiles,
    rules: { 'max-lines': ['error', 250] },
  },
  {
    // Patterns see documents: each takes time in proportion to its text.
    files: ['src/**/*.ts', 'client/src/**/*.ts'],
    plugins: { regexp, colophon },
    rules: {
      'colophon/linear-patterns': 'error',
      'regexp/no-contradiction-with-assertion': 'error',
      'regexp/no-empty-character-class': 'error',
      'regexp/no-empty-lookarounds-assertion': 'error',
      'regexp/no-invalid-regexp': 'error',
      'regexp/no-lazy-ends': 'error',
      'regexp/no-misleading-capturing-group': 'error',
      'regexp/no-missing-g-flag': 'error',
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': ['error', { ignorePartial: false }],
      'regexp/no-useless-backreference': 'error',
    },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      'no-console': 'off',
      // Tests look into JSON that the service answered: they say what they expect, and fail where it is otherwise.
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['scripts/**/*.mjs', 'eslint.config.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
  {
    files: ['scripts/docs/.vitepress/theme/**/*.mjs'],
    languageOptions: { globals: { fetch: 'readonly', performance: 'readonly', Blob: 'readonly' } },
  },
);
