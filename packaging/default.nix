{ lib, stdenvNoCC, fetchurl, installShellFiles }:

let
  sources = {
    x86_64-linux = {
      url = "@RELEASE@/@FILE x86_64-unknown-linux-musl@";
      sha256 = "@SHA256 x86_64-unknown-linux-musl@";
    };
    aarch64-linux = {
      url = "@RELEASE@/@FILE aarch64-unknown-linux-musl@";
      sha256 = "@SHA256 aarch64-unknown-linux-musl@";
    };
    x86_64-darwin = {
      url = "@RELEASE@/@FILE x86_64-apple-darwin@";
      sha256 = "@SHA256 x86_64-apple-darwin@";
    };
    aarch64-darwin = {
      url = "@RELEASE@/@FILE aarch64-apple-darwin@";
      sha256 = "@SHA256 aarch64-apple-darwin@";
    };
  };
in
stdenvNoCC.mkDerivation {
  pname = "smill";
  version = "@VERSION@";
  src = fetchurl sources.${stdenvNoCC.hostPlatform.system};
  nativeBuildInputs = [ installShellFiles ];
  installPhase = ''
    install -Dm755 bin/smill $out/bin/smill
    installManPage share/man/man1/*
    installShellCompletion --bash share/bash-completion/completions/smill
    installShellCompletion --zsh share/zsh/site-functions/_smill
    installShellCompletion --fish share/fish/vendor_completions.d/smill.fish
  '';
  meta = {
    description = "Packs, escapes, checks, converts and repairs text as JSON or Amazon Ion";
    homepage = "https://github.com/stringmill/stringmill";
    license = lib.licenses.asl20;
    mainProgram = "smill";
    platforms = builtins.attrNames sources;
  };
}
