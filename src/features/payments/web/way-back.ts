import { storedText } from '#web/stored-text.ts';

/**
 * The page that a student left to pay for what it asks for, such as a class of a higher plan. It stays in this tab
 * while a provider takes the payment on its own site; the page of the completed payment leads back there.
 */
export const wayBack = storedText(() => sessionStorage, 'sumi.payWayBack');
