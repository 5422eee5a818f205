import type { ConteudoAtivo, FatorDaSessao, SessaoAssinatura } from '@rubrica/contract';
import { type CampoRow, inEnvelopeOrder, isInProgress, type SenderDetails } from '../documentos/index.ts';
import { maskEmail, maskPhone } from './mascara.ts';
import { demandedFactors, isTheirTurn, missingFactors, openEntries, personOf, type SigningSession } from './sessao.ts';
import { TEXTO_ACEITE } from './texto-aceite.ts';

/** The factors demanded of the person, each with where its code goes. */
export function presentFatores(session: SigningSession, enrolled: boolean): FatorDaSessao[] {
  const person = personOf(session);
  const missing = missingFactors(session);
  return demandedFactors(session).map((fator) => ({
    fator,
    cumprido: !missing.includes(fator),
    destinoMascarado:
      fator === 'EMAIL' && person.email
        ? maskEmail(person.email)
        : fator === 'SMS_OTP' && person.telefone
          ? maskPhone(person.telefone)
          : null,
    ...(fator === 'TOTP' ? { cadastrado: enrolled } : {}),
  }));
}

const presentCampo = (row: CampoRow): SessaoAssinatura['documentos'][number]['campos'][number] => ({
  id: row.id,
  tipo: row.tipo,
  pagina: row.pagina,
  x: row.x,
  y: row.y,
  largura: row.largura,
  altura: row.altura,
  signatarioId: row.signatario_id,
  z: row.z,
  rotulo: row.rotulo,
  obrigatorio: row.obrigatorio,
  valorPadrao: row.valor_padrao,
});

/**
 * What a person sees on opening the link: their own fields and factors, nothing of the other signers.
 * @param conteudo what acts or hides in the documents' files, by the files' ids
 */
export function presentSessao(
  session: SigningSession,
  sender: SenderDetails,
  enrolled: boolean,
  conteudo: ReadonlyMap<string, readonly ConteudoAtivo[]>,
): SessaoAssinatura {
  const person = personOf(session);
  const open = openEntries(session);
  const { documento } = session.entries[0];
  // Loaded by id, which is the order of locks; shown in the order of the envelope.
  const shown = session.entries.toSorted((a, b) => inEnvelopeOrder(a.documento, b.documento));
  const autenticado = missingFactors(session).length === 0;
  const { corPrimaria, logo, nomeRemetente } = sender.marca;
  return {
    signatario: {
      id: person.id,
      nome: person.nome,
      email: person.email && maskEmail(person.email),
      funcao: person.funcao,
      status: person.status,
      travarDados: person.travar_dados,
    },
    remetente: { organizacao: sender.shown.organizacao, marca: { corPrimaria, logo, nomeRemetente } },
    mensagem: documento.mensagem ?? sender.mensagemPadrao,
    prazoEm: documento.prazo_em?.toISOString() ?? null,
    suaVez: open.some(isTheirTurn),
    autenticado,
    fatores: presentFatores(session, enrolled),
    textoAceite: { ...TEXTO_ACEITE, aceitoEm: person.aceito_em?.toISOString() ?? null },
    documentos: shown.map((entry) => ({
      id: entry.documento.id,
      titulo: entry.documento.titulo,
      status: entry.documento.status,
      concluindo: entry.documento.assinado_por_todos_em !== null && isInProgress(entry.documento.status),
      nivelAssinatura: entry.documento.nivel_assinatura,
      paginas: entry.documento.paginas,
      recusavel: entry.documento.recusavel,
      leitura: {
        paginasLidas: entry.signatario.paginas_lidas,
        concluida: entry.signatario.leitura_concluida_em !== null,
      },
      campos: entry.campos.map(presentCampo),
      camposDoRemetente: autenticado ? entry.doRemetente.map(presentCampo) : [],
      conteudoAtivo: autenticado ? [...(conteudo.get(entry.documento.arquivo_id) ?? [])] : [],
    })),
  };
}
