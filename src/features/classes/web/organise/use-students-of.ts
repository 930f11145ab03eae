import { useTranslation } from 'react-i18next';
import type { ManagedClass } from '../../contract.ts';

type Seats = Pick<ManagedClass, 'seatsTaken' | 'maxStudents' | 'waitingCount'>;

/** How full a class is, in words for its organiser: the students, the seats, and who waits for one. */
export function useStudentsOf(): (seats: Seats) => string {
  const { t } = useTranslation('classes');
  return ({ seatsTaken, maxStudents, waitingCount }) => {
    const students = t('studentsOf', { count: seatsTaken, max: maxStudents });
    return waitingCount > 0 ? `${students} · ${t('wait.count', { count: waitingCount })}` : students;
  };
}
