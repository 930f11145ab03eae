import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { MisreadValue } from '../../contract.ts';
import { ListedRows } from './listed-rows.tsx';

/** The values that are no number or negative, each with its line: they count as 0. */
export function MisreadValues({
  misread,
  fileNames,
}: {
  misread: readonly MisreadValue[];
  fileNames: readonly string[];
}) {
  const { t } = useTranslation('cup');
  const { number } = useFigures();
  const several = fileNames.length > 1;
  return (
    <ListedRows
      title={t('preview.misread')}
      text={t('preview.misreadText')}
      headers={[
        ...(several ? [t('preview.file')] : []),
        t('preview.line'),
        t('preview.column'),
        t('preview.begins'),
      ]}
      rows={misread.map(({ file, line, column, text }) => [
        ...(several ? [fileNames[file] ?? ''] : []),
        number(line),
        t(`figure.${column}`),
        text,
      ])}
    />
  );
}
