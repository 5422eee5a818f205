import fc from 'fast-check';
import type { Act } from './act.ts';
import { Duplicate, ReplaceFile, Restore } from './copy-acts.ts';
import { AddSigner, Change, Create, SetFields } from './draft-acts.ts';
import { adjustment, correction, fatores, fieldTypes, options, type Person, person, successor } from './generate.ts';
import { type Factor, isValidLevel } from './model.ts';
import { Download, Repeat, Wait } from './other-acts.ts';
import { PassOn, WholeCourse } from './passing-on.ts';
import { Adjust, Cancel, CorrectSigner, Delete, RemoveSigner, Resend, Send } from './sending-acts.ts';
import { Accept, Authenticate, DownloadByLink, Open, Read, Refuse, RequestCode, Sign } from './signer-acts.ts';

const index = () => fc.nat(5);
/** Which of a person's links, counted back from the newest. */
const link = () => fc.tuple(index(), index(), fc.constantFrom(0, 0, 0, 0, 1, 2));
const factor = () => fc.constantFrom<Factor>('EMAIL', 'SMS_OTP', 'TOTP', 'DADOS_PESSOAIS');
const change = () =>
  fc.record(
    {
      fatores: fatores(),
      ordenado: fc.boolean(),
      recusavel: fc.boolean(),
      parar: fc.boolean(),
      prazo: fc.constantFrom(null, 2, 4),
    },
    { requiredKeys: [] },
  );

/** Acts of the sender, through the API. */
const senderActs = (): fc.Arbitrary<Act>[] => [
  fc
    .tuple(options(), fc.array(person(), { maxLength: 3 }), fc.boolean())
    .map(([wanted, people, again]): Act => new Create(wanted, people, again)),
  fc.tuple(index(), change()).map(([which, to]): Act => new Change(which, to)),
  fc.tuple(index(), fc.array(fieldTypes(), { maxLength: 4 })).map(([which, types]): Act => new SetFields(which, types)),
  fc.tuple(index(), person()).map(([which, who]): Act => new AddSigner(which, who)),
  fc.tuple(index(), index()).map(([which, who]): Act => new RemoveSigner(which, who)),
  fc.tuple(index(), fc.option(index())).map(([which, who]): Act => new Resend(which, who)),
  index().map((which): Act => new Download(which)),
  fc.tuple(index(), fc.constantFrom(1, 2, 3)).map(([which, pages]): Act => new ReplaceFile(which, pages)),
  fc.tuple(index(), fc.constantFrom(true, true, false)).map(([which, keeps]): Act => new Duplicate(which, keeps)),
];

/** Acts of signers, by their links. */
const signerActs = (): fc.Arbitrary<Act>[] => [
  link().map((at): Act => new Open(...at)),
  link().map((at): Act => new Read(...at)),
  link().map((at): Act => new Accept(...at)),
  fc
    .tuple(link(), fc.constantFrom('EMAIL' as const, 'SMS_OTP' as const, 'TOTP' as const))
    .map(([at, of]): Act => new RequestCode(...at, of)),
  fc
    .tuple(link(), factor(), fc.constantFrom(true, true, false))
    .map(([at, of, right]): Act => new Authenticate(...at, of, right)),
  fc
    .tuple(link(), fc.constantFrom(true, true, false), fc.constantFrom(null, null, 'Nome Corrigido'))
    .map(([at, full, nome]): Act => new Sign(...at, full, nome)),
  fc.tuple(link(), fc.boolean()).map(([at, certificate]): Act => new DownloadByLink(...at, certificate)),
  fc.tuple(link(), successor()).map(([at, to]): Act => new PassOn(...at, to)),
];

const corrects = (): fc.Arbitrary<Act> =>
  fc.tuple(index(), index(), correction()).map(([which, who, to]) => new CorrectSigner(which, who, to));

const wholeCourse = (ends: fc.Arbitrary<WholeCourse['end']>) =>
  fc.tuple(index(), index(), ends).map(([which, who, end]): Act => new WholeCourse(which, who, end));

/** Acts that are needed more often than others, those that only tell something when repeated, and those that end it all. */
const weighted = (): { weight: number; arbitrary: fc.Arbitrary<Act> }[] => [
  { weight: 8, arbitrary: fc.tuple(index(), fc.boolean()).map(([which, again]): Act => new Send(which, again)) },
  { weight: 10, arbitrary: wholeCourse(fc.constant('SIGNS')) },
  { weight: 4, arbitrary: wholeCourse(fc.constant('LEAVES')) },
  { weight: 6, arbitrary: wholeCourse(successor()) },
  { weight: 5, arbitrary: corrects() },
  { weight: 4, arbitrary: fc.tuple(index(), adjustment()).map((of): Act => new Adjust(...of)) },
  { weight: 2, arbitrary: index().map((which): Act => new Restore(which)) },
  { weight: 3, arbitrary: link().map((at): Act => new Refuse(...at)) },
  { weight: 2, arbitrary: fc.constantFrom(1, 2, 11, 16, 61, 130).map((minutes): Act => new Wait(minutes)) },
  {
    weight: 2,
    arbitrary: fc.tuple(link(), factor()).map(([at, of]): Act => new Repeat(new Authenticate(...at, of, false), 6)),
  },
  { weight: 1, arbitrary: index().map((which): Act => new Repeat(new Resend(which, null), 4)) },
  { weight: 1, arbitrary: index().map((which): Act => new Cancel(which)) },
  { weight: 1, arbitrary: index().map((which): Act => new Delete(which)) },
];

/** Any act, in the shares in which they make long and varied lives. */
const anyAct = (): fc.Arbitrary<Act> =>
  fc.oneof(
    ...senderActs().map((arbitrary) => ({ weight: 2, arbitrary })),
    ...signerActs().map((arbitrary) => ({ weight: 2, arbitrary })),
    ...weighted(),
  );

/** A document to begin with, whose data are whole: most lives should get beyond their draft. */
const firstDocument = (): fc.Arbitrary<Act> => {
  const whole = person().map((one): Person => ({ ...one, alone: false, lacks: 'nothing', signs: true }));
  return fc
    .tuple(options().filter(isValidLevel), fc.array(whole, { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([wanted, people, again]): Act => new Create(wanted, people, again));
};

/** A life: a document, some acts on its draft, most of the time its sending, and then so many acts at most. */
export const life = (length: number): fc.Arbitrary<Act[]> =>
  fc
    .tuple(
      firstDocument(),
      fc.array(fc.oneof(...senderActs(), corrects()), { maxLength: 3 }),
      fc.constantFrom([], [], [], [new Delete(0), new Restore(0)]),
      fc.constantFrom([], [new Send(0, false)], [new Send(0, false)]),
      fc.array(anyAct(), { minLength: length / 2, maxLength: length, size: 'max' }),
    )
    .map(([first, ...rest]) => [first, ...rest.flat()]);
