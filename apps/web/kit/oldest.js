// Runs before the page's own script, in browsers that cannot run that one, and then shows the page's sentence for them
// (scripts/too-old.ts). Hence the syntax of 2009, and never built. A line that is slow, or an error of ours, is not an old browser.
function tellTheOldest() {
  function tell() {
    document.getElementById('too-old').removeAttribute('hidden');
  }

  // Of what is younger than the syntax that it reads, a browser without findLast, of 2022, lacks something too.
  function judge(event) {
    if (document.getElementById('app').firstChild) return;
    if (/SyntaxError/.test(event.message) || !('findLast' in [])) tell();
  }

  if ('noModule' in document.createElement('script')) addEventListener('error', judge);
  else tell();
}
tellTheOldest();
