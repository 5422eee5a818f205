import { canonical as jcs, sha256 } from '../model/trail.ts';

/**
 * Recomputes every hash of an evidence package of the second form from its own text alone: nothing of the service is
 * used, and nothing is asked of it.
 */

// biome-ignore lint/suspicious/noExplicitAny: what is checked is foreign JSON
type Json = any;

const salted = (sal: string, value: Json) => sha256(`${sal}\n${jcs(value)}`);
const HEX = /^[0-9a-f]{64}$/;

/** What does not hold, in words; empty where everything does. */
export function packageProblems(conteudo: Json): string[] {
  return [
    ...chainProblems(conteudo),
    ...sendingProblems(conteudo),
    ...fieldProblems(conteudo),
    ...conteudo.signatarios.flatMap((signer: Json) => signingProblems(conteudo, signer)),
    ...textProblems(conteudo),
    ...pictureProblems(conteudo),
  ];
}

const eventOf = (conteudo: Json, acao: string, signatarioId?: string): Json =>
  conteudo.eventos.find(
    (event: Json) => event.acao === acao && (signatarioId === undefined || event.detalhe.signatarioId === signatarioId),
  );

const unless = (holds: boolean, problem: string): string[] => (holds ? [] : [problem]);

function chainProblems({ documento, eventos, cadeia, hashes }: Json): string[] {
  const first = eventos[0].detalhe.hashArquivo;
  let link = sha256(`${documento.id}\n${first}`);
  const problems = unless(link === cadeia.eloInicial, 'first link');
  for (const { hash, ...event } of eventos) {
    link = sha256(`${link}\n${jcs(event)}`);
    problems.push(...unless(link === hash, `link of ${event.acao}`));
  }
  const done = eventos.findLast((event: Json) => event.acao === 'DOCUMENTO_CONCLUIDO').detalhe;
  return [
    ...problems,
    ...unless(link === cadeia.eloFinal, 'last link'),
    ...unless(done.hashAssinado === hashes.assinado, 'signed file'),
    ...unless(done.hashArquivo === hashes.original, 'file sent'),
  ];
}

function sendingProblems(conteudo: Json): string[] {
  const { detalhe } = eventOf(conteudo, 'DOCUMENTO_ENVIADO');
  const { documento, organizacao, esquema, codigoValidacao, hashes } = conteudo;
  const summed = {
    esquema,
    codigoValidacao,
    titulo: documento.titulo,
    nivelAssinatura: documento.nivelAssinatura,
    paginas: documento.paginas,
    organizacao,
    hashArquivo: hashes.original,
  };
  return [
    ...Object.entries(summed).flatMap(([name, value]) => unless(jcs(detalhe[name]) === jcs(value), `${name} as sent`)),
    ...conteudo.signatarios.flatMap(({ signatarioId, noEnvio }: Json) => {
      const bound = detalhe.dados.find((one: Json) => one.signatarioId === signatarioId);
      return [
        ...unless(HEX.test(noEnvio.sal), `salt of ${signatarioId}`),
        ...unless(noEnvio.dados.signatarioId === signatarioId, `whose data ${signatarioId} has`),
        ...unless(bound?.hash === salted(noEnvio.sal, noEnvio.dados), `data as sent of ${signatarioId}`),
      ];
    }),
  ];
}

/** Every field is drawn as it was sent, and the sender wrote what the sending recorded. */
function fieldProblems(conteudo: Json): string[] {
  const { hashCamposDoRemetente: hash } = eventOf(conteudo, 'DOCUMENTO_ENVIADO').detalhe;
  const { campos, camposDoRemetente: own, signatarios } = conteudo;
  const asked = signatarios.flatMap(({ signatarioId, noEnvio }: Json) =>
    noEnvio.dados.campos.map((campo: Json) => ({ signatarioId, ...campo })),
  );
  return [
    ...unless(jcs(campos) === jcs(asked), 'fields as sent'),
    ...unless(hash === salted(own.sal, own.campos), 'what the sender wrote'),
  ];
}

function signingProblems(conteudo: Json, { signatarioId, status, valores, textoAceite, transacaoId }: Json): string[] {
  const event = eventOf(conteudo, 'ASSINATURA_REGISTRADA', signatarioId);
  if (status !== 'ASSINADO') return unless(event === undefined && valores === null, `no signing by ${signatarioId}`);
  const { detalhe } = event;
  const ids = valores.itens.map(({ campoId }: Json) => campoId);
  return [
    ...unless(detalhe.hashValores === salted(valores.sal, valores.itens), `values of ${signatarioId}`),
    ...unless(jcs(ids) === jcs([...ids].sort()), `order of the values of ${signatarioId}`),
    ...unless(detalhe.hashTextoAceite === textoAceite.textoHash, `text agreed to by ${signatarioId}`),
    ...unless(detalhe.hashArquivo === conteudo.hashes.original, `file shown to ${signatarioId}`),
    ...unless(detalhe.transacaoId === transacaoId, `act of ${signatarioId}`),
  ];
}

function textProblems({ textosAceite, signatarios }: Json): string[] {
  const known = new Set(textosAceite.map(({ textoHash }: Json) => textoHash));
  const named = signatarios.flatMap(({ textoAceite }: Json) => textoAceite?.textoHash ?? []);
  return [
    ...textosAceite.flatMap(({ texto, textoHash }: Json) => unless(sha256(texto) === textoHash, 'text in full')),
    ...named.flatMap((hash: string) => unless(known.has(hash), 'a text that is not there')),
  ];
}

/** Every picture has the hash it is named by, stands once, and is there for every field that names one. */
function pictureProblems({ imagens, signatarios, campos }: Json): string[] {
  const hashes = imagens.map(({ sha256 }: Json) => sha256);
  const drawn = new Set(
    campos.filter(({ tipo }: Json) => tipo === 'IMAGEM').map(({ campoId }: Json) => campoId as string),
  );
  const named = signatarios
    .flatMap(({ valores }: Json) => valores?.itens ?? [])
    .filter(({ campoId }: Json) => drawn.has(campoId));
  return [
    ...unless(new Set(hashes).size === hashes.length, 'a picture twice'),
    ...imagens.flatMap((one: Json) =>
      unless(sha256(Buffer.from(one.base64, 'base64')) === one.sha256, 'a picture of another hash'),
    ),
    ...named.flatMap(({ valor }: Json) => unless(hashes.includes(valor), 'a picture that is not there')),
  ];
}
