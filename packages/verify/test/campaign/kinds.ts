import type { Factor } from '../../src/package/shapes.ts';
import { makePair, type PairOptions } from '../pair.ts';
import { type OpenConteudo, Story } from '../story.ts';

/** One forgery: its name, and the pair it produces. */
export interface Kind {
  readonly name: string;
  readonly forge: () => Promise<{ readonly signed: Uint8Array; readonly certificate: Uint8Array }>;
}

export const kind = (name: string, options: PairOptions | (() => PairOptions | Promise<PairOptions>)): Kind => ({
  name,
  forge: async () => makePair({ story: rich, ...(typeof options === 'function' ? await options() : options) }),
});

/** A document with a bit of everything: three factors, a correction, a refusal, a removed signer, a reminder. */
export function rich(original: string, options: ConstructorParameters<typeof Story>[0] = { ordered: true }): Story {
  const story = new Story(options).create(original);
  story.send(
    original,
    { fatoresExigidos: ['EMAIL', 'SMS_OTP', 'DADOS_PESSOAIS'], ordem: 1 },
    { nome: 'Bia Lima', email: 'bia@exemplo.com.br', ordem: 2 },
    { nome: 'Caio', email: 'caio@exemplo.com.br', ordem: 3 },
  );
  const [one, two, three] = [story.person(0), story.person(1), story.person(2)];
  story.invite(one).view(one).prove(one, 'EMAIL').correct(one, { telefone: '+5519987654321' }).complete(one);
  story.remove(three).complete(two);
  return story;
}

/** The same, refused by the second signer. */
export function refused(original: string): Story {
  const story = new Story().create(original);
  story.send(original, {}, { nome: 'Bia Lima', email: 'bia@exemplo.com.br' });
  const [one, two] = [story.person(0), story.person(1)];
  return story.invite(two).view(two).prove(two, 'EMAIL').refuse(two).complete(one);
}

/** One that its signer, who had proved the e-mail, passed on to another, who signed. */
export function passed(original: string): Story {
  const story = toBePassed(original, ['EMAIL']);
  return passOn(story.prove(story.person(0), 'EMAIL'));
}

/** The same, of one who was asked for two factors. */
export function bothProved(original: string): Story {
  const story = toBePassed(original, ['EMAIL', 'SMS_OTP']);
  const one = story.person(0);
  return passOn(story.prove(one, 'EMAIL').prove(one, 'SMS_OTP'));
}

/** The same, of one who had proved the first factor of two. */
export const halfProved = (original: string): Story => {
  const story = toBePassed(original, ['EMAIL', 'SMS_OTP']);
  return passOn(story.prove(story.person(0), 'EMAIL'));
};

/** The same, of one who was asked for another factor before they did, and had not proved that. */
export const askedMore = (original: string): Story => {
  const story = toBePassed(original, ['EMAIL']);
  const one = story.person(0);
  return passOn(story.prove(one, 'EMAIL').correct(one, { fatoresExigidos: ['EMAIL', 'SMS_OTP'] }));
};

function toBePassed(original: string, fatoresExigidos: Factor[]): Story {
  const story = new Story().create(original);
  story.send(original, { fatoresExigidos }, { nome: 'Bia Lima', email: 'bia@exemplo.com.br' });
  const one = story.person(0);
  return story.invite(one).view(one);
}

function passOn(story: Story): Story {
  const [one, two] = [story.person(0), story.person(1)];
  story.read(one).passOn(one, 'Davi Reis', 'davi@exemplo.com.br');
  return story.complete(one).complete(two);
}

type Path = string;

/** Sets a value at a path such as `signatarios.0.contato.email`; `undefined` removes it. */
export function put(conteudo: OpenConteudo, path: Path, value: unknown): void {
  const steps = path.split('.');
  const last = steps.pop() as string;
  const owner = steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], conteudo) as Record<
    string,
    unknown
  >;
  if (value !== undefined) owner[last] = value;
  else if (Array.isArray(owner)) owner.splice(Number(last), 1);
  else delete owner[last];
}

/** The events of one kind. */
export const eventsOf = ({ eventos }: OpenConteudo, acao: string) => eventos.filter((event) => event.acao === acao);
