import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import type { RepeatedRow } from '../../contract.ts';
import { ListedRows } from './listed-rows.tsx';

/** The students whom several files have: which file's row stays. */
export function RepeatedRows({
  repeated,
  fileNames,
}: {
  repeated: readonly RepeatedRow[];
  fileNames: readonly string[];
}) {
  const { t, i18n } = useTranslation('cup');
  return (
    <ListedRows
      title={t('preview.repeated')}
      text={t('preview.repeatedText')}
      headers={[
        t('figure.fullName'),
        t('figure.username'),
        t('figure.language'),
        t('preview.kept'),
        t('preview.dropped'),
      ]}
      rows={repeated.map(({ fullName, username, language, kept, dropped }) => [
        fullName,
        username,
        language && languageName(language, i18n.language),
        fileNames[kept] ?? '',
        fileNames[dropped] ?? '',
      ])}
    />
  );
}
