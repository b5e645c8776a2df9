import { expect } from 'chai';
import { Linter } from 'eslint';

interface Rules {
  readonly default: { readonly rules: Record<string, never> };
}

describe('The lint rule of regular expressions', () => {
  const findings = async (code: string): Promise<string[]> => {
    const plugin = (await import(new URL('../scripts/lint/linear-patterns.mjs', import.meta.url).href)) as Rules;
    const config = { plugins: { colophon: plugin.default }, rules: { 'colophon/linear-patterns': 'error' as const } };
    return new Linter().verify(code, config).map(({ message }) => message);
  };

  it('refuses one that takes more than linear time, however it is made', async () => {
    const comments = String.raw`(?:<!--[^]*?-->\s*)*[^<]$`;
    for (const code of [
      '/(a+)+$/.test(text)',
      `/${comments}/.test(text)`,
      'new RegExp("(a+)+$")',
      'const one = "a+"; RegExp(`(${one})+$`)',
    ]) {
      expect((await findings(code)).join(), code).to.match(/This pattern takes .* time, as on/);
    }
  });

  it('takes one that is linear', async () => {
    expect(await findings('/ +/.test(text); new RegExp(" +")')).to.deep.equal([]);
  });
});
