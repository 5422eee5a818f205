import { type ContentWords, translateContent } from './translate.ts';

export const CONTENT: ContentWords = {
  told: {
    SCRIPT: 'JavaScript code, disarmed in the signed document',
    LAUNCH: 'An action that opens a program or another file, disarmed in the signed document',
    SUBMIT: 'An action that sends the form’s data, disarmed in the signed document',
    IMPORT: 'An action that imports data into the form, disarmed in the signed document',
    RESET: 'An action that clears the form, disarmed in the signed document',
    OTHER_FILE: 'An action that leads to another file, disarmed in the signed document',
    HIDE: 'An action that shows or hides parts of the page, disarmed in the signed document',
    LAYER_STATE: 'An action that turns layers on or off, disarmed in the signed document',
    COMMAND: 'An action that gives the PDF reader a command, disarmed in the signed document',
    ADDRESS: 'A link that leads neither to the internet nor to an e-mail or phone, disarmed in the signed document',
    UNKNOWN: 'An action of an unknown kind, disarmed in the signed document',
    TRIGGER:
      'An action that happens without anybody clicking (on opening, turning the page or printing), disarmed in the signed document',
    REQUIREMENT: 'A demand for features of the PDF reader, removed from the signed document',
    XFA: 'An XFA form, which some readers show in place of the pages, removed from the signed document',
    MEDIA: 'An action that plays audio, video or animation, disarmed in the signed document',
    PLAYER: 'Audio, video or 3D content; the signed document keeps only the picture',
    ATTACHMENT: 'An attached file, which is no part of the pages',
    PORTFOLIO: 'A portfolio, which some readers show in place of the pages; the signed document shows the pages',
    LAYERS: 'Layers that the PDF reader lets people turn on and off',
    LAYERS_HIDDEN: 'Layers hidden when the file is opened',
    LAYERS_PRINT: 'Content that looks one way on screen and another in print',
    NOTES_ON_SCREEN: 'Notes that showed on screen only; in the signed document they show in print too',
    NOTES_HIDDEN: 'Hidden notes that could show on screen later; in the signed document they do not show',
    NOTES_IN_PRINT: 'Notes that showed in print only; in the signed document they do not show',
    LOSES_PDFA: 'The file declares PDF/A-{nome}, and the signed document does not keep it',
    LOSES_STRUCTURE: 'The file is tagged for reading aloud, and what is written on signing is not part of those tags',
    FIELD_TAGS: 'Field tags whose text does not show in the signed document',
  },
  andMore: (rest) => ` and ${rest} more`,
};

/** A sentence of what a file brings, in English; null for a wording unknown here. */
export const contentInEnglish = (sentence: string) => translateContent(sentence, CONTENT);
/** Above the sentences that are on record. */
export const recorded = 'As it stands in the record, in Portuguese';
