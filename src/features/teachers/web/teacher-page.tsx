import { useTranslation } from 'react-i18next';
import { i18n } from '#web/i18n/i18n.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { TeacherPortal } from './teacher-portal.tsx';

export function meta() {
  return [{ title: `${i18n.t('portal.title', { ns: 'teachers' })} · Sumi` }];
}

/** The teacher portal. */
export default function TeacherPage() {
  const { t } = useTranslation('teachers');
  return (
    <div>
      <PageHeader title={t('portal.title')} text={t('portal.text')} accent="teach" />
      <TeacherPortal />
    </div>
  );
}
