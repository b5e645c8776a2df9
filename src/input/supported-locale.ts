/** The tag itself where Intl knows the language, else English. */
export function supportedLocale(lang: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf([lang])[0] ?? 'en';
  } catch {
    return 'en';
  }
}
