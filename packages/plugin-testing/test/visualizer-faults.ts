/** Faults, the case that names each, and what it says. */
export const VISUALIZER_FAULTS: readonly (readonly [fault: string, name: string, says: RegExp])[] =
  [
    ['absolute', 'files: paths', /is absolute[\s\S]*\/list\.html/],
    ['twins', 'files: paths', /upper and lower case/],
    ['no-entry', 'files: paths', /to open first was not written[\s\S]*index\.html/],
    ['writes-outside', 'files: nothing', /past the output[\s\S]*stray\.txt/],
    ['prints', 'files: nothing', /writes to the terminal[\s\S]*drawing/],
    ['keeps-running', 'files: nothing', /still runs after drawing/],
    ['clock', 'files: a second time', /another content[\s\S]*list\.html, byte/],
    ['random-file', 'files: a second time', /other files/],
    ['loads-script', 'pages', /asks the network[\s\S]*line 1[\s\S]*example\.org\/chart\.js/],
    ['loads-style', 'pages', /@import/],
    ['loads-font', 'pages', /url\(https/],
    ['fetches', 'pages', /fetch\('https/],
    ['one-set', 'tables: several sets', /one set only/],
    [
      'needs-exact',
      'tables: the required columns',
      /fails on a table with the required columns alone/,
    ],
    [
      'strange-column',
      'tables: a column',
      /column that it does not know[\s\S]*column_of_the_future/,
    ],
    ['raw-name', 'tables: names', /path of a file (?:is|has)/],
    ['no-escape', 'tables: names', /becomes a part of the page[\s\S]*<\/script>/],
    ['no-attribute-escape', 'tables: names', /becomes a part of the page[\s\S]*onrlinsighthostile/],
    ['ignores-abort', 'abort before', /ignores the signal/],
    ['abort-error', 'abort before', /another error[\s\S]*aborted/],
    ['late', 'abort while', /ignores the signal[\s\S]*2 files after the abort/],
  ];
