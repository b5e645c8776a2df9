const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

/** HTML by what is in it, under a heading of level 1: all that Chromium tags in ways of its own. */
export const conformingHtml: Readonly<Record<string, string>> = {
  'figures in figures, borders and captions':
    `<figure style="border:1px solid red;background:#eee"><img alt="Blue" src="${dot}" ` +
    'width=30><figcaption>Caption</figcaption></figure><figure><figure><img alt="a" ' +
    (`src="${dot}"></figure><figcaption>two</figcaption></figure><figure><pre>code</pre></figure><figure><table>` +
      '<tr><th ') +
    'scope=col>a<tr><td>b</table></figure>',
  drawings:
    '<svg width=80 height=30><text x=0 y=20>drawn</text></svg><svg width=80 height=30 aria-hidden=true><rect ' +
    'width=9 height=9 /></svg><svg width=80 height=30 role=img aria-label="Chart"><rect width=9 height=9 ' +
    '/></svg><svg width=80 height=30><title>Titled</title><rect width=9 height=9 /></svg>',
  'lists of every kind, some of them wrong':
    '<li>loose</li><ul><div><li>in div</li></div><p>para in list</p><ul><li>nested directly</li></ul></ul><div ' +
    'role=list><div role=listitem>aria item</div></div><menu><li>menu</menu><ol start=5 ' +
    'style="list-style:upper-roman"><li style="background:#eee;border:1px solid">styled<li>b</ol><ul ' +
    'style="list-style:none"><li>no marker<li><p>p1<p>p2</ul><dl><dt>T<dd>D<div><dt>T2<dd>D2</div></dl>',
  'tables with spans, captions and tables in them':
    '<table><caption>cap</caption><tr><th colspan=2>ab<th rowspan=2>c<tr><th>a<th>b<tr><td>1<td>2<td>3<tr><td ' +
    'colspan=3>wide</table><table role=presentation><tr><td>lay<td>out</table><table><tr><td>Layout ' +
    '<td><table><tr><th>n<tr><td>m</table></table><table><tr><td>a<td>b<tr><td>1<td>2</table>',
  'rows and cells that are in no table':
    '<div role=row><div role=cell>c</div></div><div role=table><div role=row><span ' +
    'role=columnheader>h</span></div><div role=rowgroup><div role=row><span ' +
    'role=cell>c</span></div></div></div><div style="display:table"><div style="display:table-row"><div ' +
    'style="display:table-cell">x</div></div></div>',
  links:
    `<a href="https://e.com/x"><img alt="Pic" src="${dot}" width=20></a> <a href="mailto:a@b.c">m</a> <a ` +
    'href="tel:+1">t</a> <a href="#nowhere">n</a> <a href="https://e.com/long" style="display:block">block ' +
    `<p>para</p></a><p>${'word '.repeat(80)}<a href="https://e.com/wrap">${'linked words '.repeat(30)}</a></p><a ` +
    'href="https://e.com/y"></a><nav><ul><li><a href="#s2">S2</a></ul></nav><div ' +
    'style="break-before:page"></div><h2 id=s2>Sec 2</h2>',
  notes:
    '<p>Text<sup><a id=r1 href="#fn1">1</a></sup></p><aside role="doc-footnote" id=fn1>Note <a ' +
    'href="#r1">back</a></aside><section role="doc-endnotes"><ol><li id=fn2>end</ol></section><div ' +
    'role=note>n</div><section role=doc-toc><ol><li><a href="#x">X</a></ol></section><h2 id=x>X</h2><div ' +
    'role=math aria-label="a">a</div><div role=heading aria-level=3>H3</div><div role=img ' +
    'aria-label="i">i</div>',
  ruby: '<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</rt></ruby><ruby><rb>明日</rb><rtc><rt>あす</rt></rtc></ruby>',
  'inline elements, controls and details':
    '<p><b>b</b><i>i</i><u>u</u><s>s</s><sub>s</sub><sup>s</sup><mark>m</mark><code>c</code><kbd>k</kbd><var>' +
    'v</var><abbr ' +
    'title=x>a</abbr><dfn>d</dfn><time>t</time><bdo ' +
    ('dir=rtl>abc</bdo><small>s</small><em>e<strong>s<em>e</em></strong></em><del>d</del><ins>i</ins><q>q</q>' +
      '</p><hgroup><h2>A</h2><p>b</p></hgroup><footer>f</footer><header>h</header><aside>a</aside><article>' +
      'a</article><address>a</address><blockquote>b</blockquote><fieldset><legend>L</legend><label>x<input ') +
    'type=checkbox></label></fieldset><progress value=.3></progress><meter ' +
    ('value=.3></meter><select><option>a</select><textarea>t</textarea><button>b</button><details><summary>' +
      's</summary>d</details><details ') +
    'open><summary>s</summary>d</details><dialog open>d</dialog><output>o</output>',
  formulas:
    '<math display=block><mfrac><mi>a</mi><mi>b</mi></mfrac></math><p>x <math><msqrt><mn>2</mn></msqrt></math></p>',
  'transparency, gradients, shadows and columns':
    '<style>.q::before{content:"“"}.c{column-count:2}</style><div style="opacity:.5">half</div><div ' +
    'style="filter:blur(1px)">b</div><div style="mix-blend-mode:multiply;background:red">m</div><div ' +
    'style="background:linear-gradient(red,blue);height:20px"></div><div ' +
    'style="background:radial-gradient(red,#0000);height:20px">grad</div><div style="box-shadow:0 0 9px ' +
    '#000;border-radius:5px">sh</div><div style="transform:rotate(5deg)">rot</div><div ' +
    'style="clip-path:circle(20px);background:red">clip</div><div class=q>q</div><div ' +
    `class=c>${'col '.repeat(200)}</div><p style="writing-mode:vertical-rl;height:80px">縦書き text</p><p ` +
    `style="text-shadow:0 0 3px red">shadow</p><div style="background:url(${dot});height:20px"></div>`,
  'Arabic, Hebrew, Chinese, Japanese, Korean, Hindi, Greek, Cyrillic, emoji and ligatures':
    '<p>العربية مع English و123</p><p lang=he>עברית</p><p lang=ja>日本語の文章です。</p>' +
    '<p lang=zh>简体中文</p><p lang=ko>한국어 문장</p><p lang=hi>हिन्दी क्षत्रिय</p><p lang=ru>Русский</p><p ' +
    'lang=el>Ελληνικά</p><p>😀👨‍👩‍👧 → ⇒ ∑ ½ ﬁ ✓ ☎ fi ffi</p>' +
    '<p lang=vi>Tiếng Việt</p><p>e\u0301 a\u0308 ' +
    'zero\u00ADshy\u00A0nb</p>',
};
