/** `packages/contract/src/rules/embedding.ts` in English. */
export const EMBEDDING = {
  originForm: 'Give scheme, host and port only, as in https://app.example.com; http on localhost only.',
  originLocal: 'Outside the sandbox localhost will not do; use an https origin.',
  originUnlisted: '{origem} is not among the origensPermitidas of the organization.',
  returnForm: 'Use a complete https address without a user; http on localhost only.',
  signerDone: 'This person has already done their part.',
  editorOnly: 'The session of the editor reads, changes and sends its own draft only.',
  editorOver:
    'This editor was opened already, or its time has passed. Go back to the page you came from and start again.',
  embeddedOver:
    'This signing was opened already, or its time has passed. Go back to the page you came from and start again.',
};
