/** `packages/contract/src/rules/forms.ts` in English. */
export const FORMS = {
  formFactor:
    'Whoever comes by a public link can only fulfil EMAIL and TOTP; {fator} takes data that the sender has of a person.',
  formClosed: 'This link takes no more answers.',
  formFull: 'This link has received all the answers it could.',
  formOver: 'The time of this link has passed.',
  formUnavailable: 'This link cannot take answers now. Tell whoever sent it to you.',
  formRequestOver: 'This confirmation no longer works. Open the link again and ask for another message.',
  formRequestRenamed: 'Meanwhile somebody asked again by another name. Check the name before you confirm.',
  formRequests: 'Too many requests in a row. Try again in {n} s.',
  formLimit: 'At most {n} open links a template: end those you do not use.',
  formLimitBelow: 'There are {n} answers already.',
};
