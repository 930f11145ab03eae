import { Card, Table, Text } from '@mantine/core';
import {
  IconCalendarWeek,
  IconEye,
  IconEyeOff,
  IconPigMoney,
  IconUserSquare,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageName } from '#shared/language-name.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { PersonAvatar } from '#web/shell/person-avatar.tsx';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import { ActsMenu } from '#web/ui/lists/acts-menu.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { Application } from '../contract.ts';
import { HiddenPage, NameOfTeacher, PageBadges } from './hidden-page.tsx';
import { TeacherEmail } from './teacher-email.tsx';
import styles from './teachers.module.css';
import type { TeacherAct } from './use-decide.ts';
import { useShowPage } from './use-show-page.ts';

type OnDecide = (teacher: Application, act: ApprovedAct) => void;
/** What asks for a reason first. */
type ApprovedAct = Extract<TeacherAct, 'revoke' | 'keep-hidden'>;

/** The approved teachers as a table, with the way to their classes, their statement and their public page. */
export function ApprovedTeachers({
  teachers,
  onDecide,
}: {
  teachers: readonly Application[];
  onDecide: OnDecide;
}) {
  const { t } = useTranslation('teachers');
  return (
    <Card p={0}>
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Caption className="visually-hidden">{t('admin.status.approved')}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('admin.columns.teacher')}</Table.Th>
            <Table.Th scope="col">{t('admin.columns.languages')}</Table.Th>
            <Table.Th scope="col" ta="end">
              {t('stats.rating')}
            </Table.Th>
            <Table.Th scope="col" ta="end">
              {t('admin.columns.students')}
            </Table.Th>
            <Table.Th scope="col" ta="end">
              {t('admin.columns.coming')}
            </Table.Th>
            <Table.Th scope="col">{t('admin.columns.approved')}</Table.Th>
            <Table.Th scope="col">
              <span className="visually-hidden">{t('admin.columns.actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {teachers.map((teacher) => (
            <Row key={teacher.id} teacher={teacher} onDecide={onDecide} />
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

/** The columns of the table. */
const columns = 7;

function Row({ teacher, onDecide }: { teacher: Application; onDecide: OnDecide }) {
  const { t, i18n } = useTranslation('teachers');
  const { number, rating } = useFigures();
  const { shortDay: day } = useDates();
  const { name, image, languagesTaught, averageRating, totalReviews } = teacher;
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <span className={styles.person}>
            <PersonAvatar person={{ name, image }} color="teach" />
            <span>
              <NameOfTeacher teacher={teacher} className={styles.name} />
              <TeacherEmail teacher={teacher} />
              <PageBadges teacher={teacher} />
            </span>
          </span>
        </Table.Td>
        <Table.Td>
          <ul className={styles.flags}>
            {languagesTaught.map((code) => (
              <li key={code}>
                <LanguageFlag language={code} size="sm" />
                {languageName(code, i18n.language)}
              </li>
            ))}
          </ul>
        </Table.Td>
        <Table.Td className={styles.money}>
          {averageRating === null
            ? t('stats.unrated')
            : t('admin.rated', { rating: rating(averageRating), count: totalReviews })}
        </Table.Td>
        <Table.Td className={styles.money}>{number(teacher.totalStudentsTaught)}</Table.Td>
        <Table.Td className={styles.money}>{number(teacher.upcomingEvents)}</Table.Td>
        <Table.Td>
          <Text size="sm">
            {teacher.decidedAt &&
              t('admin.approvedBy', {
                day: day(teacher.decidedAt),
                name: teacher.decidedBy ?? t('admin.someone'),
              })}
          </Text>
        </Table.Td>
        <Table.Td>
          <TeacherMenu teacher={teacher} onAct={(act) => onDecide(teacher, act)} />
        </Table.Td>
      </Table.Tr>
      {teacher.pageHiddenReason !== null && (
        <Table.Tr>
          <Table.Td colSpan={columns}>
            <HiddenPage teacher={teacher} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

/** The ways to an approved teacher's page, classes and statement, what becomes of a hidden page, and revoking. */
export function TeacherMenu({ teacher, onAct }: { teacher: Application; onAct: (act: ApprovedAct) => void }) {
  const { t } = useTranslation('teachers');
  const { id, name, isOwn, pageHiddenReason, pageChangedAt } = teacher;
  const showPage = useShowPage();
  const ways = [
    ...(pageHiddenReason === null
      ? [{ to: `/teachers/${id}`, label: t('admin.page'), Icon: IconUserSquare }]
      : []),
    { to: `/admin/classes?view=list&teacher=${id}`, label: t('admin.classes'), Icon: IconCalendarWeek },
    { to: `/admin/payments?tab=teachers&teacher=${id}`, label: t('admin.statement'), Icon: IconPigMoney },
  ];
  return (
    <ActsMenu label={t('admin.menu', { name })}>
      {ways.map(({ to, label, Icon }) => (
        <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size="1.25rem" aria-hidden />}>
          {label}
        </Menu.Item>
      ))}
      {pageHiddenReason !== null && (
        <Menu.Item leftSection={<IconEye size="1.25rem" aria-hidden />} onClick={() => showPage(teacher)}>
          {t('admin.showPage')}
        </Menu.Item>
      )}
      {pageChangedAt !== null && (
        <Menu.Item
          leftSection={<IconEyeOff size="1.25rem" aria-hidden />}
          onClick={() => onAct('keep-hidden')}
        >
          {t('admin.keep-hidden')}
        </Menu.Item>
      )}
      {!isOwn && (
        <Menu.Item
          color="red"
          leftSection={<IconX size="1.25rem" aria-hidden />}
          onClick={() => onAct('revoke')}
        >
          {t('admin.revoke')}
        </Menu.Item>
      )}
    </ActsMenu>
  );
}
