import type { PolicyRow } from '../permission-row.ts';
import { everybody, members, post } from '../permission-row.ts';

export const quizRows: Record<string, PolicyRow> = {
  'PUT /api/quiz/answers': {
    says: members,
    call: () => ({ method: 'PUT', path: '/api/quiz/answers', body: { languages: ['en'], level: 'basic' } }),
  },
  // Rate limited to five in half an hour from one address, which is more than the walk needs.
  'POST /api/quiz/plan': {
    says: everybody,
    call: post('/api/quiz/plan', {
      language: 'en',
      level: 'basic',
      goals: ['travel'],
      learningStyle: ['group'],
      availableTime: '15-30',
      modality: ['club'],
      contact: { name: 'Alguien', email: 'alguien@example.org', country: 'Chile' },
    }),
  },
};
