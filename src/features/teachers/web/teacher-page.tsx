import { Button } from '@mantine/core';
import { IconCalendarEvent, IconCalendarPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ShellSlotPlace } from '#web/shell/shell-slot.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { TeacherPortal } from './teacher-portal.tsx';

export const meta = () => pageMeta(i18n.t('portal.title', { ns: 'teachers' }));

/** The teacher portal; at its head, a later feature puts what a verified teacher needs first. */
export default function TeacherPage() {
  const { t } = useTranslation(['teachers', 'shell']);
  const { account } = useAccount();
  const isDesk = account?.verifiedTeacher === true;
  return (
    <div>
      <PageHeader
        title={isDesk ? t('desk.title') : t('portal.title')}
        text={isDesk ? t('desk.text') : t('portal.text')}
        accent="teach"
        actions={
          isDesk && (
            <>
              <Button
                component={Link}
                to="/admin/classes"
                variant="default"
                leftSection={<IconCalendarEvent size="1.25rem" aria-hidden />}
              >
                {t('shell:admin.ownClasses')}
              </Button>
              <Button
                component={Link}
                to="/admin/classes?new="
                color="teach"
                leftSection={<IconCalendarPlus size="1.25rem" aria-hidden />}
              >
                {t('portal.createClass')}
              </Button>
            </>
          )
        }
      />
      <ShellSlotPlace name="part" />
      <TeacherPortal createsHere={!isDesk} />
    </div>
  );
}
