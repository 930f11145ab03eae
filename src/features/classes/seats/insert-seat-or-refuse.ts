import { brokenConstraint } from '#server/db/error-code.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';

/**
 * Inserts or changes the row of a seat. The database refuses it to a student whose age group was changed, or who was
 * suspended or lost their guardian's consent, while this waited for the class's row: for them the class does not exist
 * any more.
 * @throws Refusal notFound
 */
export async function insertSeatOrRefuse<T>(insert: () => Promise<T>): Promise<T> {
  try {
    return await insert();
  } catch (error) {
    if (brokenConstraint(error) !== 'seat_fits_student') throw error;
    throw new Refusal(commonRefusals.notFound);
  }
}
