/**
 * The groups of the navigation, in order. An entry is the path of a page without its ending, or a folder with a slash.
 * A page that no entry names belongs to the group of its folder, or else to the last group, `More`.
 */
export const groups = [
  { text: 'Start', entries: ['index', 'overview', 'cookbook', 'command-line', 'faq', 'migrating'] },
  {
    text: 'Documents',
    entries: [
      'operations',
      'options',
      'html',
      'css',
      'templates',
      'mail-merge',
      'tables',
      'charts',
      'numbering',
      'page-numbers',
      'typesetting',
      'fonts',
      'scripts',
      'gallery/',
    ],
  },
  {
    text: 'Tools',
    entries: [
      'documents',
      'arranging',
      'pipe',
      'forms',
      'signing',
      'redaction',
      'comparing',
      'rasterizing',
      'optimizing',
      'conformance',
      'forensics',
      'certifying',
    ],
  },
  { text: 'Clients', entries: ['embedding', 'typescript', 'typescript-client', 'client-python'] },
  { text: 'Jobs and sessions', entries: ['jobs', 'sessions', 'approvals'] },
  { text: 'Assistants', entries: ['mcp'] },
  { text: 'HTTP reference', entries: ['reference/'], folded: true },
  { text: 'When something is wrong', entries: ['problems', 'warnings'] },
  { text: 'Operation', entries: ['deployment', 'settings', 'security', 'reliability', 'performance'] },
  {
    text: 'Inside',
    entries: ['how-a-document-is-made', 'spec/', 'house', 'contributing', 'changelog'],
    folded: true,
  },
];

const folderTitle = (folder) => folder.charAt(0).toUpperCase() + folder.slice(1).replaceAll('-', ' ');

/** The sidebar of VitePress: every page in one group. */
export function sidebarOf(pages) {
  const left = new Set(pages);
  const take = (entry) => {
    const taken = [...left].filter(({ path }) => path === entry || (entry.endsWith('/') && path.startsWith(entry)));
    for (const page of taken) left.delete(page);
    return taken;
  };
  const named = groups.map((group) => ({ ...group, pages: group.entries.flatMap(take) }));
  const folders = new Set([...left].map(({ path }) => path).filter((path) => path.includes('/')));
  const others = [...new Set([...folders].map((path) => path.slice(0, path.indexOf('/') + 1)))].map((folder) => ({
    text: folderTitle(folder.slice(0, -1)),
    pages: take(folder),
  }));
  return [...named, ...others, { text: 'More', pages: [...left] }]
    .filter((group) => group.pages.length > 0)
    .map(({ text, folded = false, pages: own }) => ({
      text,
      collapsed: folded,
      items: own.map(({ path, title }) => ({ text: title, link: `/${path.replace(/(^|\/)index$/, '$1')}` })),
    }));
}
