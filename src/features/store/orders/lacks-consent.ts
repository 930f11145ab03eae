import { sql } from 'kysely';

/** True of a row of `orders` that is of a private class, whose buyer is a kid without the consent of their guardian. */
export const lacksConsent = sql<boolean>`exists (
  select from store_items join profiles on profiles.user_id = orders.user_id
  where store_items.id = orders.item_id and category = 'classes' and not may_join_live(age_group, profiles.user_id))`;
