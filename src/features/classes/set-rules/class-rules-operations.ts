import { operation } from '#shared/operation.ts';
import { classRules } from './class-rules.ts';

export const readClassRules = operation({
  id: 'readClassRules',
  method: 'get',
  path: '/api/classes/rules',
  summary: 'The numbers of clubs and classes, such as seats, doors and free cancelling. For organisers.',
  answer: classRules,
});

export const setClassRules = operation({
  id: 'setClassRules',
  method: 'put',
  path: '/api/classes/rules',
  summary:
    'Sets the numbers of clubs and classes, from now on and for the classes and absences there are. For administrators.',
  body: classRules,
  answer: classRules,
});
