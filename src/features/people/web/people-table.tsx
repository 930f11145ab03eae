import { Card, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { PersonRow } from '../contract.ts';
import styles from './people.module.css';
import { Holdings, Marks, PlanEnd } from './person-marks.tsx';
import { PersonMenu } from './person-menu.tsx';
import { PersonName } from './person-name.tsx';

export type PeopleShown = {
  people: readonly PersonRow[];
  onOpen: (id: string) => void;
  onRole: (person: PersonRow) => void;
};

/** The people as a table, where there is room for one. */
export function PeopleTable({ people, onOpen, onRole }: PeopleShown) {
  const { t } = useTranslation('people');
  const { number } = useFigures();
  const { shortDay: day } = useDates();
  return (
    <Card p={0}>
      <Table verticalSpacing="sm" horizontalSpacing="md" className={styles.table}>
        <Table.Caption className="visually-hidden">{t('page.title')}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={styles.personColumn}>{t('columns.person')}</Table.Th>
            <Table.Th>{t('columns.holds')}</Table.Th>
            <Table.Th ta="end">{t('columns.attended')}</Table.Th>
            <Table.Th ta="end">{t('columns.coins')}</Table.Th>
            <Table.Th>{t('columns.since')}</Table.Th>
            <Table.Th>{t('columns.role')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {people.map((person) => (
            <Table.Tr key={person.id}>
              <Table.Th scope="row" fw="inherit">
                <PersonName person={person} onOpen={onOpen} />
              </Table.Th>
              <Table.Td>
                <span className={styles.marks}>
                  <Holdings person={person} />
                  <Marks person={person} />
                  <PlanEnd person={person} />
                </span>
              </Table.Td>
              <Table.Td ta="end" className={styles.figure}>
                {number(person.classesAttended)}
              </Table.Td>
              <Table.Td ta="end" className={styles.figure}>
                {number(person.coins)}
              </Table.Td>
              <Table.Td className={styles.figure}>
                <time dateTime={person.memberSince}>{day(person.memberSince)}</time>
              </Table.Td>
              <Table.Td>
                <span className={styles.roleCell}>
                  {t(`roles.${person.role}`)}
                  <PersonMenu person={person} onOpen={onOpen} onRole={onRole} />
                </span>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
