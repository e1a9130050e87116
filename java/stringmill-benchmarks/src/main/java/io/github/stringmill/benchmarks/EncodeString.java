package io.github.stringmill.benchmarks;

import com.google.protobuf.CodedOutputStream;
import io.github.stringmill.Utf8Encoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Encodes a string as UTF-8 in a buffer, with our encoder and the usual alternatives. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EncodeString extends CompilerIdle {
    /** The content of the text. */
    @Param("clean")
    public String content;

    /** Its length in chars. */
    @Param("1024")
    public int length;

    /** The kind of buffer. */
    @Param({"heap", "direct"})
    public String buffer;

    private String[] strings;
    private int next;
    private ByteBuffer dst;
    private ByteBuf netty;
    private CharsetEncoder encoder;
    private char[] chars;
    private CharBuffer charBuffer;

    /** Allocates the buffers. */
    @Setup
    public void open() {
        strings = Texts.strings(content, length);
        int cap = 3 * length + 16;
        boolean heap = buffer.equals("heap");
        dst = heap ? ByteBuffer.allocate(cap) : ByteBuffer.allocateDirect(cap);
        netty = heap ? Unpooled.buffer(cap, cap) : Unpooled.directBuffer(cap, cap);
        encoder = StandardCharsets.UTF_8.newEncoder();
        chars = new char[length];
        charBuffer = CharBuffer.wrap(chars);
    }

    private String text() {
        return strings[next++ & strings.length - 1];
    }

    /** Our encoder. */
    @Benchmark
    public int stringmill() {
        String text = text();
        dst.clear();
        return Utf8Encoder.encode(text, 0, text.length(), dst);
    }

    /** A reused CharsetEncoder on the string as a buffer. */
    @Benchmark
    public Object wrapped() {
        encoder.reset();
        dst.clear();
        return encoder.encode(CharBuffer.wrap(text()), dst, true);
    }

    /** A reused CharsetEncoder on a reused array. */
    @Benchmark
    public Object array() {
        String text = text();
        text.getChars(0, text.length(), chars, 0);
        encoder.reset();
        charBuffer.clear();
        dst.clear();
        return encoder.encode(charBuffer, dst, true);
    }

    /** String.getBytes, copied into the buffer. */
    @Benchmark
    public Object getBytes() {
        dst.clear();
        return dst.put(text().getBytes(StandardCharsets.UTF_8));
    }

    /** Netty's encoder. */
    @Benchmark
    public int netty() {
        netty.clear();
        return ByteBufUtil.writeUtf8(netty, text());
    }

    /** Protobuf's encoder, which also writes the length. */
    @Benchmark
    public Object protobuf() throws Exception {
        dst.clear();
        CodedOutputStream out = CodedOutputStream.newInstance(dst);
        out.writeStringNoTag(text());
        return out;
    }
}
