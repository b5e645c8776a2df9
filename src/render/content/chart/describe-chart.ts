import { categoriesOf, isPoint, isRound, nameOf, slicesOf, type Chart, type ChartKind } from './chart-params.ts';
import { plainNumbers, rangeOf, shareNumbers, valuesOf } from './numbers.ts';
import { withoutEnd } from '../../../without-end.ts';

/** The words of a language, with placeholders `{...}`. */
interface Words {
  readonly kinds: Readonly<Record<ChartKind | 'combined', string>>;
  readonly series: string;
  readonly categories: string;
  readonly values: string;
  readonly points: string;
  readonly empty: string;
}

const words: Readonly<Record<string, Words>> = {
  en: {
    kinds: {
      bar: 'Bar chart',
      line: 'Line chart',
      area: 'Area chart',
      pie: 'Pie chart',
      donut: 'Donut chart',
      scatter: 'Scatter chart',
      combined: 'Chart of bars and lines',
    },
    series: 'Series: {names}',
    categories: '{count} categories, from {first} to {last}',
    values: 'Values from {least} to {largest}',
    points: '{count} points, x from {x1} to {x2}, y from {y1} to {y2}',
    empty: 'No values',
  },
  de: {
    kinds: {
      bar: 'Balkendiagramm',
      line: 'Liniendiagramm',
      area: 'Flächendiagramm',
      pie: 'Kreisdiagramm',
      donut: 'Ringdiagramm',
      scatter: 'Streudiagramm',
      combined: 'Diagramm mit Balken und Linien',
    },
    series: 'Reihen: {names}',
    categories: '{count} Kategorien, von {first} bis {last}',
    values: 'Werte von {least} bis {largest}',
    points: '{count} Punkte, x von {x1} bis {x2}, y von {y1} bis {y2}',
    empty: 'Keine Werte',
  },
  fr: {
    kinds: {
      bar: 'Diagramme à barres',
      line: 'Courbe',
      area: 'Graphique en aires',
      pie: 'Diagramme circulaire',
      donut: 'Diagramme en anneau',
      scatter: 'Nuage de points',
      combined: 'Diagramme à barres et à courbes',
    },
    series: 'Séries : {names}',
    categories: '{count} catégories, de {first} à {last}',
    values: 'Valeurs de {least} à {largest}',
    points: '{count} points, x de {x1} à {x2}, y de {y1} à {y2}',
    empty: 'Aucune valeur',
  },
  es: {
    kinds: {
      bar: 'Gráfico de barras',
      line: 'Gráfico de líneas',
      area: 'Gráfico de áreas',
      pie: 'Gráfico circular',
      donut: 'Gráfico de anillo',
      scatter: 'Diagrama de dispersión',
      combined: 'Gráfico de barras y líneas',
    },
    series: 'Series: {names}',
    categories: '{count} categorías, de {first} a {last}',
    values: 'Valores de {least} a {largest}',
    points: '{count} puntos, x de {x1} a {x2}, y de {y1} a {y2}',
    empty: 'Sin valores',
  },
  it: {
    kinds: {
      bar: 'Grafico a barre',
      line: 'Grafico a linee',
      area: 'Grafico ad area',
      pie: 'Grafico a torta',
      donut: 'Grafico ad anello',
      scatter: 'Grafico a dispersione',
      combined: 'Grafico a barre e linee',
    },
    series: 'Serie: {names}',
    categories: '{count} categorie, da {first} a {last}',
    values: 'Valori da {least} a {largest}',
    points: '{count} punti, x da {x1} a {x2}, y da {y1} a {y2}',
    empty: 'Nessun valore',
  },
  nl: {
    kinds: {
      bar: 'Staafdiagram',
      line: 'Lijndiagram',
      area: 'Vlakdiagram',
      pie: 'Cirkeldiagram',
      donut: 'Ringdiagram',
      scatter: 'Spreidingsdiagram',
      combined: 'Diagram met staven en lijnen',
    },
    series: 'Reeksen: {names}',
    categories: '{count} categorieën, van {first} tot {last}',
    values: 'Waarden van {least} tot {largest}',
    points: '{count} punten, x van {x1} tot {x2}, y van {y1} tot {y2}',
    empty: 'Geen waarden',
  },
  pt: {
    kinds: {
      bar: 'Gráfico de barras',
      line: 'Gráfico de linhas',
      area: 'Gráfico de áreas',
      pie: 'Gráfico circular',
      donut: 'Gráfico de anel',
      scatter: 'Gráfico de dispersão',
      combined: 'Gráfico de barras e linhas',
    },
    series: 'Séries: {names}',
    categories: '{count} categorias, de {first} a {last}',
    values: 'Valores de {least} a {largest}',
    points: '{count} pontos, x de {x1} a {x2}, y de {y1} a {y2}',
    empty: 'Sem valores',
  },
  ar: {
    kinds: {
      bar: 'مخطط أعمدة',
      line: 'مخطط خطي',
      area: 'مخطط مساحي',
      pie: 'مخطط دائري',
      donut: 'مخطط حلقي',
      scatter: 'مخطط انتشار',
      combined: 'مخطط أعمدة وخطوط',
    },
    series: 'السلاسل: {names}',
    categories: 'عدد الفئات {count}، من {first} إلى {last}',
    values: 'القيم من {least} إلى {largest}',
    points: 'عدد النقاط {count}، x من {x1} إلى {x2}، y من {y1} إلى {y2}',
    empty: 'لا توجد قيم',
  },
};

const maxNames = 12;
const listed = (names: readonly string[]) =>
  names.slice(0, maxNames).join(', ') + (names.length > maxNames ? ', …' : '');
const filled = (sentence: string, values: Readonly<Record<string, string>>) =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

function slicesIn(chart: Chart, lang: string): string {
  const slices = slicesOf(chart);
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  const write = shareNumbers(lang, 1);
  return listed(slices.map(({ name, value }) => `${name} ${write(total > 0 ? value / total : 0)}`));
}

function pointsIn({ series }: Chart, say: Words, write: (value: number) => string): string {
  const all = series.flatMap(({ data }) => data.filter(isPoint));
  const [x, y] = [rangeOf(all.map((point) => point[0])), rangeOf(all.map((point) => point[1]))];
  return x && y
    ? filled(say.points, {
        count: write(all.length),
        x1: write(x.least),
        x2: write(x.largest),
        y1: write(y.least),
        y2: write(y.largest),
      })
    : say.empty;
}

function valuesIn(chart: Chart, say: Words, lang: string): string[] {
  const names = categoriesOf(chart);
  const write = plainNumbers({ format: chart.format, lang });
  const range = rangeOf(valuesOf(chart));
  const along =
    names.length > 1
      ? [
          filled(say.categories, {
            count: plainNumbers({ format: undefined, lang })(names.length),
            first: names[0] ?? '',
            last: names.at(-1) ?? '',
          }),
        ]
      : [];
  return [
    ...along,
    range ? filled(say.values, { least: write(range.least), largest: write(range.largest) }) : say.empty,
  ];
}

/**
 * Describes a chart without `alt` in sentences for assistive technology: in the language of the document where its
 * words are known, else in English.
 */
export function describeChart(chart: Chart, lang: string): string {
  const spoken = lang.toLowerCase().split('-')[0] ?? '';
  const say = words[spoken] ?? words.en;
  if (!say) return '';
  const inWords = words[spoken] ? lang : 'en';
  const kinds = new Set(chart.series.map(({ kind }) => kind ?? chart.kind));
  const title = [
    say.kinds[kinds.size > 1 ? 'combined' : ([...kinds][0] ?? chart.kind)],
    ...(chart.title === undefined ? [] : [chart.title]),
  ].join(': ');
  const named = chart.series.some(({ name }) => name !== undefined) && !isRound(chart.kind);
  const names = named ? [filled(say.series, { names: listed(chart.series.map(nameOf)) })] : [];
  const data = isRound(chart.kind)
    ? [slicesIn(chart, inWords)]
    : chart.kind === 'scatter'
      ? [pointsIn(chart, say, plainNumbers({ format: undefined, lang: inWords }))]
      : valuesIn(chart, say, inWords);
  return [title, ...names, ...data].map((sentence) => withoutEnd(sentence, /[.\s]/)).join('. ') + '.';
}
