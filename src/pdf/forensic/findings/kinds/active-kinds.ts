import type { FindingKind } from '../finding-kind.ts';

/** Findings about active content and embedded files. */
export const activeKinds = {
  'script-on-open': [
    'active-content',
    'medium',
    'A script runs when the document opens',
    'Viewers that run scripts run this one automatically.',
  ],
  script: ['active-content', 'low', 'Script', 'A script is in the document; in forms that is usual.'],
  'script-dangerous': [
    'active-content',
    'high',
    'A script as attacks use it',
    'The script opens attached programs, or builds code out of numbers: documents have no use for that.',
  ],
  launch: [
    'active-content',
    'high',
    'Starts a program or opens a file',
    "An action of the document has the viewer start a program or open a file of the reader's machine.",
  ],
  'submit-form': [
    'active-content',
    'medium',
    'Sends form data away',
    'An action sends the values of form fields to an address.',
  ],
  'import-data': [
    'active-content',
    'medium',
    'Takes data from a file',
    "An action fills the form from a file of the reader's machine.",
  ],
  'remote-goto': ['active-content', 'low', 'Leads to another file', 'A link opens another document.'],
  'network-path': [
    'active-content',
    'high',
    'Leads to a server of the local network',
    "A path that begins with a server's name makes Windows log in there, which gives away the reader's password hash.",
  ],
  uri: ['active-content', 'info', 'Links', 'Links lead to addresses outside of the document.'],
  'uri-odd': [
    'active-content',
    'medium',
    'A link that is no web address',
    "The link runs a script, holds data, or leads into the reader's machine.",
  ],
  multimedia: [
    'active-content',
    'low',
    'Sound, film or 3D',
    'The document plays media, for which viewers need further programs.',
  ],
  xfa: [
    'active-content',
    'low',
    'XFA form',
    'The form is described twice, as PDF and as XFA: viewers show one or the other.',
  ],
  'external-stream': [
    'active-content',
    'medium',
    'Content that is not in the file',
    'Data of the document is in another file or on a server: the look can change without a change of the document.',
  ],
  'layer-action': [
    'active-content',
    'low',
    'An action shows or hides content',
    'The visible content depends on what the reader clicks.',
  ],
  'other-action': [
    'active-content',
    'info',
    'Other actions',
    'Actions of the viewer such as going to pages or printing.',
  ],

  attachment: ['embedded-file', 'info', 'Attached file', 'A file is attached to the document.'],
  'attachment-program': [
    'embedded-file',
    'high',
    'Attached program',
    'An attached file is a program, a script or a macro document.',
  ],
  'attachment-web-page': [
    'embedded-file',
    'medium',
    'Attached web page',
    'An attached file opens in a browser, which runs the scripts in it.',
  ],
  'attachment-disguised': [
    'embedded-file',
    'high',
    'An attached file is of another type than its name',
    'Its content and the extension of its name do not match.',
  ],
  'attachment-pdf': ['embedded-file', 'info', 'Attached PDF', 'An attached PDF was analyzed as well.'],
  'attachment-pdf-alarming': [
    'embedded-file',
    'high',
    'An attached PDF is suspicious',
    'Analyzed by itself, the attached PDF is suspicious or tampered with.',
  ],
} as const satisfies Record<string, FindingKind>;
