export { parseSeals } from '../trust.ts';
export { Unreadable } from '../unreadable.ts';
export { type Checkpoint, HASH_BYTES, parseCheckpoint } from './checkpoint.ts';
export { isHidden, type Leaf, type LeafType, parseLeaf } from './leaf.ts';
export { base64Of, decimalOf, type Note, parseNote, parseVerifierKey, type VerifierKey, verifyNote } from './note.ts';
export { type Policy, parsePolicy } from './policy.ts';
export { leafHash, nodeHash, rootOf, verifyConsistency, verifyInclusion } from './tree.ts';
