import type { Courtesy } from './statement.ts';

export const courtesy: Courtesy = {
  says: 'The Portuguese text above is the one you agree to. This translation is a courtesy:',
  paragraphs: {
    '1a21fc2131132bd5050f35f08554d16c0d7876a195cfab4bc76f42de9152df86': [
      'I declare that I have read the document presented to me in full and that I agree with its contents.',
      'I recognize as valid the electronic signature that I am about to make, with the authentication factors that I fulfilled, under article 10, paragraph 2, of Provisional Measure No. 2.200-2/2001 and Law No. 14.063/2020, and I agree that the following be recorded as proof of my act: date and time, IP address and port, device and browser, approximate location, and the steps I went through.',
    ],
  },
};
