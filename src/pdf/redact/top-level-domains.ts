/** Domains of more than two letters that addresses often end with (IANA root zone), and those of RFC 2606. */
const generic: ReadonlySet<string> = new Set([
  'academy', 'aero', 'agency', 'app', 'arpa', 'art', 'asia', 'bank', 'berlin', 'bio', 'biz', 'blog', 'business', 'capital', 'care', 'cat', 'center',
  'city', 'cloud', 'club', 'com', 'community', 'company', 'consulting', 'coop', 'design', 'dev', 'digital', 'earth', 'edu', 'education', 'email',
  'energy', 'engineering', 'eus', 'events', 'example', 'expert', 'finance', 'foundation', 'fund', 'gmbh', 'gov', 'group', 'health', 'hotel', 'house',
  'info', 'institute', 'int', 'international', 'internal', 'invalid', 'jobs', 'law', 'legal', 'life', 'live', 'local', 'localhost', 'london', 'ltd',
  'management', 'marketing', 'media', 'mil', 'mobi', 'museum', 'name', 'net', 'network', 'news', 'nyc', 'one', 'online', 'org', 'page', 'paris',
  'partners', 'photo', 'photography', 'plus', 'post', 'press', 'pro', 'school', 'science', 'services', 'shop', 'site', 'social', 'software',
  'solutions', 'space', 'store', 'studio', 'support', 'swiss', 'systems', 'team', 'tech', 'technology', 'tel', 'test', 'today', 'tools', 'top',
  'travel', 'university', 'ventures', 'video', 'website', 'wien', 'wiki', 'work', 'works', 'world', 'xyz', 'zone',
]);

/** Whether an address may end with it. Every pair of letters may be a country. */
export function isTopLevelDomain(name: string): boolean {
  return /^[a-z]{2}$/i.test(name) || generic.has(name.toLowerCase());
}
