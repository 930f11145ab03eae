import { describe, expect, it } from 'vitest';
import { sectionsIn } from './sections-of-texts.ts';

const own = (rest: string) => `const { t, i18n } = useTranslation('store');\n${rest}`;

describe('sectionsIn', () => {
  it('names what the keys of a file begin with', () => {
    const code = own(
      `t('page.title'); t(\`items.\${item}.name\`, { count: 1 }); t('sold'); useEffect(f, [t]);`,
    );
    expect(sectionsIn(code, 'store')).toEqual(['page', 'items', 'sold']);
  });

  it('names both sections of a choice between two keys', () => {
    const code = own(`t(isSold ? 'sold.text' : \`left.\${kind}\`)`);
    expect(sectionsIn(code, 'store')).toEqual(['sold', 'left']);
  });

  it('reads the keys of a file with several namespaces as those of the first, but for the ones that name another', () => {
    const code = "const { t } = useTranslation(['store', 'coins']); t('page.title'); t('coins:badge.few');";
    expect(sectionsIn(code, 'store')).toEqual(['page']);
    expect(sectionsIn(code, 'coins')).toEqual(['badge']);
  });

  it('knows no sections of any namespace that a file lists where a key is a variable', () => {
    const code =
      "const { t } = useTranslation(['store', 'coins']); t('page.title'); t(word); t('coins:badge.few');";
    expect(sectionsIn(code, 'coins')).toBeNull();
    const handedOn = "const { t } = useTranslation(['store', 'coins']); textOf(t); t('coins:badge.few');";
    expect(sectionsIn(handedOn, 'coins')).toEqual(['badge']);
  });

  it('reads the keys of the translator outside of components', () => {
    const code = `i18n.t('page.title', { ns: 'store' }); i18n.t(\`items.\${item}\`, { ns: 'store', defaultValue: '' });`;
    expect(sectionsIn(code, 'store')).toEqual(['page', 'items']);
  });

  it.each([
    ['a key that is a variable', own('t(label)')],
    ['a key that begins with a variable', own('t(`${said}.title`)')],
    ['a section whose name is put together', own('t(`items${kind}.name`)')],
    ['a translator that is handed on', own('wordsOf(item, t)')],
    ['a translator that is handed on with others', own('wordsOf({ item, t })')],
    ['a translator that is not taken apart', "useTranslation('store').t('page.title')"],
    ['a choice of which one key is a variable', own("t(isSold ? 'sold.text' : label)")],
    ['translators of two namespaces', `${own('')} const { t } = useTranslation('coins');`],
    ['an outer translator with a variable for its key', "i18n.t(key, { ns: 'store' })"],
  ])('knows no sections for %s', (_, code) => {
    expect(sectionsIn(code, 'store')).toBeNull();
  });
});
