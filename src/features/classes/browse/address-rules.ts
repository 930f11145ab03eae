/** The organisers' page with a class open, or with its roll, its notes or the field of its meeting link. */
export function organisersAddress(classId: string, tab?: 'roll' | 'notes' | 'link'): string {
  return `/admin/classes?class=${classId}${tab ? `&tab=${tab}` : ''}`;
}

/** The organisers' list of classes. */
export const organisersList = '/admin/classes?view=list';

/** The learners' page with a class open, or with the question how it was or why they did not come. */
export function learnersAddress(classId: string, ask?: 'rate' | 'why'): string {
  return `/classes?class=${classId}${ask ? `&${ask}=1` : ''}`;
}

/** The page of a class that visitors read too. */
export function publicAddress(classId: string): string {
  return `/classes/${classId}`;
}
