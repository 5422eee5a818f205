-- The brand's message to whoever has to sign, as it was when the document was sent: what people were told at sending is what
-- reminders and the page go on telling. Empty if there was none; null in drafts, and in what was sent before.
alter table documento add column mensagem_padrao text;
