/** What captions of figures and tables begin with; `{n}` is the number. */
interface Labels {
  readonly figure: string;
  readonly table: string;
}

const words = (figure: string, table: string): Labels => ({ figure: `${figure} {n}`, table: `${table} {n}` });
const english = words('Figure', 'Table');

/** The usual labels of a language, by its primary subtag (BCP 47). */
const byLanguage: Readonly<Record<string, Labels>> = {
  ar: words('الشكل', 'الجدول'),
  bg: words('Фигура', 'Таблица'),
  ca: words('Figura', 'Taula'),
  cs: words('Obrázek', 'Tabulka'),
  da: words('Figur', 'Tabel'),
  de: words('Abbildung', 'Tabelle'),
  el: words('Σχήμα', 'Πίνακας'),
  en: english,
  es: words('Figura', 'Tabla'),
  et: words('Joonis', 'Tabel'),
  fi: words('Kuva', 'Taulukko'),
  fr: words('Figure', 'Tableau'),
  he: words('איור', 'טבלה'),
  hr: words('Slika', 'Tablica'),
  hu: { figure: '{n}. ábra', table: '{n}. táblázat' },
  it: words('Figura', 'Tabella'),
  ja: words('図', '表'),
  ko: words('그림', '표'),
  la: words('Figura', 'Tabula'),
  lt: { figure: '{n} pav.', table: '{n} lentelė' },
  lv: { figure: '{n}. attēls', table: '{n}. tabula' },
  nb: words('Figur', 'Tabell'),
  nl: words('Figuur', 'Tabel'),
  nn: words('Figur', 'Tabell'),
  no: words('Figur', 'Tabell'),
  pl: words('Rysunek', 'Tabela'),
  pt: words('Figura', 'Tabela'),
  ro: words('Figura', 'Tabelul'),
  ru: words('Рисунок', 'Таблица'),
  sk: words('Obrázok', 'Tabuľka'),
  sl: words('Slika', 'Tabela'),
  sv: words('Figur', 'Tabell'),
  tr: words('Şekil', 'Tablo'),
  uk: words('Рисунок', 'Таблиця'),
  zh: words('图', '表'),
};

/** The labels that captions have in a language unless the request gives others. */
export const labelsOf = (lang: string): Labels => byLanguage[lang.toLowerCase().split('-')[0] ?? ''] ?? english;
