class Smill < Formula
  desc "Packs, escapes, checks, converts and repairs text as JSON or Amazon Ion"
  homepage "https://github.com/stringmill/stringmill"
  version "@VERSION@"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "@RELEASE@/@FILE aarch64-apple-darwin@"
      sha256 "@SHA256 aarch64-apple-darwin@"
    end
    on_intel do
      url "@RELEASE@/@FILE x86_64-apple-darwin@"
      sha256 "@SHA256 x86_64-apple-darwin@"
    end
  end
  on_linux do
    on_arm do
      url "@RELEASE@/@FILE aarch64-unknown-linux-musl@"
      sha256 "@SHA256 aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "@RELEASE@/@FILE x86_64-unknown-linux-musl@"
      sha256 "@SHA256 x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "bin/smill"
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/smill"
    zsh_completion.install "share/zsh/site-functions/_smill"
    fish_completion.install "share/fish/vendor_completions.d/smill.fish"
  end

  test do
    system bin/"smill", "selftest"
  end
end
